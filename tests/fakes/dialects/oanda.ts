import type { Dialect, FakeBar, FakeTrade } from '../exchange-dialects.ts';

const INSTRUMENTS = [
  { name: 'EUR_USD', type: 'CURRENCY', displayName: 'EUR/USD', pipLocation: -4, displayPrecision: 5 },
  { name: 'USD_JPY', type: 'CURRENCY', displayName: 'USD/JPY', pipLocation: -2, displayPrecision: 3 },
  { name: 'XAU_USD', type: 'METAL', displayName: 'Gold', pipLocation: -2, displayPrecision: 3 },
  { name: 'SPX500_USD', type: 'CFD', displayName: 'US SPX 500', pipLocation: 0, displayPrecision: 1 },
];
const DAY = 86_400_000;
/** With nanoseconds, as OANDA writes times. */
const stamp = (ms: number, nanoseconds = 0): string =>
  new Date(ms).toISOString().replace('Z', `${String(nanoseconds % 1_000_000).padStart(6, '0')}Z`);

/** A hundredth below and above the price, in whole steps of the price's last place. */
function priceLine({ symbol, price, time, id }: FakeTrade): string {
  const places = price.split('.')[1]?.length ?? 0;
  const step = 10 ** -places;
  const side = (sign: 1 | -1) => (Number(price) + sign * step).toFixed(places);
  return JSON.stringify({
    type: 'PRICE',
    time: stamp(time, id),
    bids: [{ price: side(-1), liquidity: 10_000_000 }],
    asks: [{ price: side(1), liquidity: 10_000_000 }],
    closeoutBid: side(-1),
    closeoutAsk: side(1),
    status: 'tradeable',
    tradeable: true,
    instrument: symbol,
  });
}

const candleOf = ({ time, open, high, low, close, volume }: FakeBar) => ({
  complete: true,
  volume: Number(volume),
  time: stamp(time),
  mid: { o: open, h: high, l: low, c: close },
});

/** OANDA’s v20 pricing stream and REST. */
export const oanda: Dialect = {
  firstId: 0,
  symbols: ['EUR_USD', 'USD_JPY'],
  unnumbered: true,
  forgets: true,
  greeting: [],
  keys: {
    accepted: [],
    refused: [],
    taken: [],
    missing: [],
    full: [],
    ofHeaders: (headers) => ({
      keyId: '',
      secret: (headers.get('authorization') ?? '').replace('Bearer ', ''),
    }),
  },
  streamed: (url) =>
    /^\/v3\/accounts\/[^/]+\/pricing\/stream$/.test(url.pathname)
      ? (url.searchParams.get('instruments') ?? '').split(',')
      : null,
  hear: () => ({}),
  trade: priceLine,
  beat: () => [JSON.stringify({ type: 'HEARTBEAT', time: stamp(Date.now()) })],
  maintenance: () => [],
  answer: (url, _, bars) => {
    const asked = url.searchParams;
    const invalid = { status: 400, body: `{"errorMessage":"Invalid value specified for 'instruments'"}` };
    if (/^\/v3\/accounts\/[^/]+\/instruments$/.test(url.pathname)) {
      const names = asked.get('instruments')?.split(',');
      if (names?.some((name) => !INSTRUMENTS.some((each) => each.name === name))) return invalid;
      const instruments = INSTRUMENTS.filter(({ name }) => names?.includes(name) ?? true);
      return JSON.stringify({ instruments, lastTransactionID: '42' });
    }
    const [, instrument] = /^\/v3\/instruments\/([^/]+)\/candles$/.exec(url.pathname) ?? [];
    if (instrument === undefined) return null;
    const granularity = asked.get('granularity');
    const [from, to] = ['from', 'to'].map((name) => Date.parse(asked.get(name) ?? ''));
    if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to)) return invalid;
    // It answers with 5,000 candles at most, and refuses a longer range.
    if ((to - from) / (granularity === 'D' ? DAY : 60_000) > 5_000)
      return { status: 400, body: `{"errorMessage":"Maximum value for 'count' exceeded"}` };
    const candles = bars
      .filter(
        ({ symbol, timeframe }) => symbol === instrument && timeframe === (granularity === 'D' ? '1d' : '1m'),
      )
      .filter(({ time }) => time >= from && time <= to)
      .map(candleOf);
    return JSON.stringify({ instrument, granularity, candles });
  },
};
