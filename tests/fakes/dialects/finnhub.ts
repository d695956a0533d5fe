import type { Dialect, FakeBar } from '../exchange-dialects.ts';

const NAMES: Readonly<Record<string, string>> = { AAPL: 'APPLE INC', MSFT: 'MICROSOFT CORP' };
const DAY = 86_400_000;

/** Candles come as columns; a day is stamped with midnight UTC of its date. */
function candles(bars: readonly FakeBar[], isDaily: boolean): string {
  if (bars.length === 0) return '{"s":"no_data"}';
  const column = (of: (bar: FakeBar) => string | number): string => bars.map(of).join(',');
  const stamp = ({ time }: FakeBar): number => (isDaily ? Math.floor(time / DAY) * DAY : time) / 1000;
  return `{"c":[${column((bar) => bar.close)}],"h":[${column((bar) => bar.high)}],"l":[${column((bar) => bar.low)}],"o":[${column((bar) => bar.open)}],"s":"ok","t":[${column(stamp)}],"v":[${column((bar) => bar.volume)}]}`;
}

/** Finnhub’s stream and REST of US stocks. */
export const finnhub: Dialect = {
  firstId: 0,
  symbols: ['AAPL', 'MSFT'],
  unnumbered: true,
  forgets: true,
  greeting: [],
  keys: {
    accepted: [],
    refused: [],
    taken: [],
    missing: [],
    full: ['{"msg":"Subscribing to too many symbols","type":"error"}'],
    ofHeaders: (headers, url) => ({
      keyId: '',
      secret: url.searchParams.get('token') ?? headers.get('x-finnhub-token') ?? '',
    }),
    inAddress: { unknown: 401, taken: 429 },
  },
  hear: (text) => {
    const { type, symbol } = JSON.parse(text) as { type?: string; symbol?: string };
    if (symbol === undefined) return {};
    return type === 'subscribe' ? { add: [symbol] } : { remove: [symbol] };
  },
  trade: ({ symbol, price, size, time, conditions = ['1'] }) =>
    `{"data":[{"c":${JSON.stringify(conditions)},"p":${price},"s":"${symbol}","t":${time},"v":${size}}],"type":"trade"}`,
  beat: () => ['{"type":"ping"}'],
  maintenance: () => [],
  answer: (url, _, bars) => {
    const asked = url.searchParams;
    const symbol = asked.get('symbol') ?? '';
    if (url.pathname === '/quote')
      return '{"c":261.74,"h":263.31,"l":260.68,"o":261.07,"pc":259.45,"t":1582641000}';
    if (url.pathname === '/stock/symbol')
      return JSON.stringify(
        Object.entries(NAMES).map(([name, description]) => ({
          currency: 'USD',
          description,
          displaySymbol: name,
          figi: '',
          isin: null,
          mic: 'XNAS',
          symbol: name,
          type: 'Common Stock',
        })),
      );
    if (url.pathname === '/search') {
      const rows = Object.entries(NAMES).filter(([name]) => name.startsWith(asked.get('q') ?? '-'));
      const result = rows.map(([name, description]) => ({
        description,
        displaySymbol: name,
        symbol: name,
        type: 'Common Stock',
      }));
      return JSON.stringify({ count: result.length, result });
    }
    if (url.pathname !== '/stock/candle') return null;
    if (symbol === 'PAID')
      return { status: 403, body: `{"error":"You don't have access to this resource."}` };
    const isDaily = asked.get('resolution') === 'D';
    const [from, to] = ['from', 'to'].map((name) => Number(asked.get(name)) * 1000);
    const mine = bars.filter(
      (bar) =>
        bar.symbol === symbol &&
        bar.timeframe === (isDaily ? '1d' : '1m') &&
        bar.time >= (from ?? 0) &&
        bar.time <= (to ?? 0),
    );
    return candles(mine, isDaily);
  },
};
