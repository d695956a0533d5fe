import type { Dialect, FakeTrade } from '../exchange-dialects.ts';

type Asked = { action?: string; key?: string; secret?: string; trades?: string[] };

/** Nanoseconds, as it writes them. */
const stamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '000003Z');
const tradeText = ({ id, price, size, time, conditions = ['@'] }: FakeTrade, symbol: string): string =>
  `${symbol}"i":${id},"x":"V","p":${price},"s":${size},"c":${JSON.stringify(conditions)},"z":"C","t":"${stamp(time)}"}`;
const error = (code: number, msg: string): string[] => [`[{"T":"error","code":${code},"msg":"${msg}"}]`];

const NAMES: Readonly<Record<string, string>> = {
  AAPL: 'Apple Inc. Common Stock',
  MSFT: 'Microsoft Corporation Common Stock',
  SPY: 'SPDR S&P 500 ETF Trust',
};
const assetOf = (symbol: string): string =>
  JSON.stringify({
    id: `b0b6dd9d-8b9b-48a9-ba46-${symbol}`,
    class: 'us_equity',
    exchange: 'NASDAQ',
    symbol,
    name: NAMES[symbol],
    status: 'active',
    tradable: true,
    fractionable: true,
  });

/** A page of rows from the token on; the token is where the next one begins. */
function page<T>(rows: readonly T[], url: URL): { own: T[]; next: string | null } {
  const limit = Math.min(10_000, Number(url.searchParams.get('limit') ?? 1000));
  const from = Number(url.searchParams.get('page_token') ?? 0);
  return {
    own: rows.slice(from, from + limit),
    next: rows.length > from + limit ? `"${from + limit}"` : null,
  };
}

/** Alpaca’s stream and REST of US stocks. */
export const alpaca: Dialect = {
  firstId: 52_983_525_029_461,
  symbols: ['AAPL', 'MSFT'],
  unnumbered: true,
  greeting: ['[{"T":"success","msg":"connected"}]'],
  keys: {
    accepted: ['[{"T":"success","msg":"authenticated"}]'],
    refused: error(402, 'auth failed'),
    taken: error(406, 'connection limit exceeded'),
    missing: error(401, 'not authenticated'),
    full: error(405, 'symbol limit exceeded'),
    ofHeaders: (headers) => ({
      keyId: headers.get('apca-api-key-id') ?? '',
      secret: headers.get('apca-api-secret-key') ?? '',
    }),
  },
  hear: (text) => {
    const { action, key = '', secret = '', trades = [] } = JSON.parse(text) as Asked;
    if (action === 'auth') return { login: { keyId: key, secret } };
    const reply = [
      `[{"T":"subscription","trades":${JSON.stringify(trades)},"quotes":[],"bars":[],"statuses":${JSON.stringify(trades)},"corrections":${JSON.stringify(trades)},"cancelErrors":${JSON.stringify(trades)}}]`,
    ];
    return action === 'subscribe'
      ? { add: trades, reply }
      : action === 'unsubscribe'
        ? { remove: trades, reply }
        : { reply: error(410, 'invalid subscribe action for this feed') };
  },
  trade: (trade) => `[${tradeText(trade, `{"T":"t","S":"${trade.symbol}",`)}]`,
  beat: () => ['[{"T":"subscription","trades":[],"quotes":[],"bars":[]}]'],
  maintenance: () => [],
  answer: (url, record, bars) => {
    const asset = /^\/v2\/assets\/([^/]+)$/.exec(url.pathname)?.[1];
    if (asset !== undefined) return NAMES[asset] === undefined ? null : assetOf(asset);
    if (url.pathname === '/v2/assets') return `[${Object.keys(NAMES).map(assetOf).join(',')}]`;
    if (url.pathname === '/v2/stocks/trades/latest') return '{"trades":{}}';
    const [, symbol = '', what] = /^\/v2\/stocks\/([^/]+)\/(trades|bars)$/.exec(url.pathname) ?? [];
    const start = Date.parse(url.searchParams.get('start') ?? '');
    const end = Date.parse(url.searchParams.get('end') ?? '9999-01-01T00:00:00Z');
    const isIn = ({ time }: { time: number }): boolean => time >= start && time <= end;
    if (what === 'trades') {
      const mine = record.filter((each) => each.symbol === symbol && isIn(each));
      const { own, next } = page(mine, url);
      const rows = own.map((each) => tradeText(each, '{')).join(',');
      return `{"trades":${own.length > 0 ? `[${rows}]` : null},"symbol":"${symbol}","next_page_token":${next}}`;
    }
    if (what === 'bars') {
      const timeframe = url.searchParams.get('timeframe') === '1Day' ? '1d' : '1m';
      const mine = bars.filter(
        (each) => each.symbol === symbol && each.timeframe === timeframe && isIn(each),
      );
      const { own, next } = page(mine, url);
      const rows = own.map(
        ({ time, open, high, low, close, volume }) =>
          `{"t":"${new Date(time).toISOString().replace('.000Z', 'Z')}","o":${open},"h":${high},"l":${low},"c":${close},"v":${volume},"n":3,"vw":${close}}`,
      );
      return `{"bars":${own.length > 0 ? `[${rows.join(',')}]` : null},"symbol":"${symbol}","next_page_token":${next}}`;
    }
    return null;
  },
};
