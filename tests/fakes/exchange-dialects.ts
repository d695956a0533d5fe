import { alpaca } from './dialects/alpaca.ts';
import { bitstamp } from './dialects/bitstamp.ts';
import { finnhub } from './dialects/finnhub.ts';
import { massive } from './dialects/massive.ts';
import { oanda } from './dialects/oanda.ts';

export type FakeTrade = {
  symbol: string;
  id: number;
  price: string;
  size: string;
  time: number;
  /** Sale conditions, of stocks. */
  conditions?: readonly string[];
};
/** A bar from before anybody watched. */
export type FakeBar = {
  symbol: string;
  timeframe: '1m' | '1d';
  time: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};

/** An answer with another status than 200. */
export type Refused = { status: number; body: string };

/** How one exchange speaks: written from its documentation, not from the program that reads it. */
export type Dialect = {
  /** The number before the first trade's. */
  firstId: number;
  symbols: [string, string];
  greeting: string[];
  /** It closes a connection on which more messages come within a second, or from all of them together. */
  mostMessages?: number;
  countsMessagesOf?: 'address';
  hear: (text: string) => {
    add?: string[];
    remove?: string[];
    reply?: string[];
    login?: { keyId: string; secret: string };
  };
  /** Where a key is needed: what it says of one, and how REST is shown it. */
  keys?: {
    accepted: string[];
    refused: string[];
    taken: string[];
    missing: string[];
    full: string[];
    /** `keyId` is empty where a key is one text. */
    ofHeaders: (headers: Headers, url: URL) => { keyId: string; secret: string };
    /** Where the key is in the address of the stream: the status for one it doesn't know, or that is connected. */
    inAddress?: { unknown: number; taken: number };
  };
  /** It streams lines over HTTP: the symbols that an address asks for. @returns null for other addresses */
  streamed?: (url: URL) => string[] | null;
  /** It has no trades on record, and no names for them. */
  forgets?: true;
  /** Its trades are not numbered one after the other. */
  unnumbered?: true;
  trade: (trade: FakeTrade, sequence: number) => string;
  beat: (sequence: number) => string[];
  /** How maintenance is said; empty where the exchange closes connections instead. */
  maintenance: (on: boolean) => string[];
  /** What is asked over REST. @returns null for what there is not */
  answer: (url: URL, record: readonly FakeTrade[], bars: readonly FakeBar[]) => string | Refused | null;
};

type Asked = {
  method?: string;
  params?: unknown;
  id?: number;
  type?: string;
  channel?: string;
  product_ids?: string[];
  symbols?: string[];
};
const read = (text: string): Asked => JSON.parse(text) as Asked;
const iso = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z');
const PAGE = 1000;

const binance: Dialect = {
  firstId: 15_683_429,
  symbols: ['BTCUSDT', 'ETHUSDT'],
  greeting: [],
  mostMessages: 5,
  hear: (text) => {
    const { method, params, id } = read(text);
    const symbols = Array.isArray(params)
      ? params.map((each: string) => each.replace('@aggTrade', '').toUpperCase())
      : [];
    const reply = [JSON.stringify({ result: method === 'LIST_SUBSCRIPTIONS' ? [] : null, id })];
    return method === 'SUBSCRIBE'
      ? { add: symbols, reply }
      : method === 'UNSUBSCRIBE'
        ? { remove: symbols, reply }
        : { reply };
  },
  trade: ({ symbol, id, price, size, time }) =>
    `{"stream":"${symbol.toLowerCase()}@aggTrade","data":{"e":"aggTrade","E":${time},"s":"${symbol}","a":${id},"p":"${price}","q":"${size}","f":${id},"l":${id},"T":${time},"m":false,"M":true}}`,
  beat: () => ['{"result":[],"id":0}'],
  maintenance: () => [],
  answer: (url, record) => {
    const symbol = url.searchParams.get('symbol') ?? '';
    const mine = record.filter((each) => each.symbol === symbol);
    if (url.pathname === '/api/v3/exchangeInfo') {
      const all = ['BTCUSDT', 'ETHUSDT'];
      if (symbol !== '' && !all.includes(symbol)) return null;
      return JSON.stringify({
        timezone: 'UTC',
        symbols: (symbol === '' ? all : [symbol]).map((each) => ({
          symbol: each,
          status: 'TRADING',
          baseAsset: each.slice(0, 3),
          quoteAsset: 'USDT',
          filters: [
            { filterType: 'PRICE_FILTER', minPrice: '0.01', maxPrice: '1000000', tickSize: '0.01000000' },
          ],
        })),
      });
    }
    if (url.pathname !== '/api/v3/aggTrades') return null;
    const from = Number(url.searchParams.get('fromId') ?? 0);
    const start = Number(url.searchParams.get('startTime') ?? 0);
    const rows = mine.filter((each) => each.id >= from && each.time >= start).slice(0, PAGE);
    return `[${rows.map(({ id, price, size, time }) => `{"a":${id},"p":"${price}","q":"${size}","f":${id},"l":${id},"T":${time},"m":false,"M":true}`).join(',')}]`;
  },
};

const coinbaseTrade = ({ symbol, id, price, size, time }: FakeTrade): string =>
  `{"trade_id":"${id}","product_id":"${symbol}","price":"${price}","size":"${size}","side":"BUY","time":"${iso(time)}"}`;
const coinbaseMessage = (channel: string, sequence: number, events: string): string =>
  `{"channel":"${channel}","client_id":"","timestamp":"${iso(Date.now())}","sequence_num":${sequence},"events":[${events}]}`;

const coinbase: Dialect = {
  firstId: 995_098_699,
  symbols: ['BTC-USD', 'ETH-USD'],
  greeting: [],
  mostMessages: 8,
  countsMessagesOf: 'address',
  hear: (text) => {
    const { type, channel, product_ids: products = [] } = read(text);
    if (channel !== 'market_trades') return {};
    return type === 'subscribe' ? { add: products } : { remove: products };
  },
  trade: (trade, sequence) =>
    coinbaseMessage('market_trades', sequence, `{"type":"update","trades":[${coinbaseTrade(trade)}]}`),
  beat: (sequence) => [
    coinbaseMessage(
      'heartbeats',
      sequence,
      '{"current_time":"2026-04-07 14:30:10.000000000+00:00","heartbeat_counter":42}',
    ),
  ],
  maintenance: () => [],
  answer: (url, record) => {
    const [, symbol = '', ticker] =
      /^\/api\/v3\/brokerage\/market\/products\/([^/]+)(\/ticker)?$/.exec(url.pathname) ?? [];
    const product = decodeURIComponent(symbol);
    const productOf = (id: string): string =>
      `{"product_id":"${id}","base_name":"${id.slice(0, 3)}","base_currency_id":"${id.slice(0, 3)}","quote_name":"US Dollar","quote_currency_id":"USD","price_increment":"0.01","status":"online","is_disabled":false,"trading_disabled":false}`;
    if (url.pathname.endsWith('/products'))
      return `{"products":[${['BTC-USD', 'ETH-USD'].map(productOf).join(',')}],"num_products":2}`;
    if (!ticker) return ['BTC-USD', 'ETH-USD'].includes(product) ? productOf(product) : null;
    const [start, end] = ['start', 'end'].map((name) => url.searchParams.get(name));
    const limit = Math.min(PAGE, Number(url.searchParams.get('limit')));
    const rows = record
      .filter((each) => each.symbol === product)
      .filter((each) => each.time >= Number(start) * 1000 && (!end || each.time <= Number(end) * 1000))
      .toReversed()
      .slice(0, limit);
    return `{"trades":[${rows.map(coinbaseTrade).join(',')}],"best_bid":"1","best_ask":"2"}`;
  },
};

const kraken: Dialect = {
  firstId: 10_218_207,
  symbols: ['BTC/USD', 'ETH/USD'],
  greeting: [
    '{"channel":"status","data":[{"api_version":"v2","connection_id":12393906104898154338,"system":"online","version":"2.0.0"}],"type":"update"}',
  ],
  hear: (text) => {
    const { method, params } = read(text);
    if (method === 'ping')
      return {
        reply: [
          '{"method":"pong","time_in":"2023-09-25T09:05:00.123456Z","time_out":"2023-09-25T09:05:00.123500Z"}',
        ],
      };
    const symbols = (params as { symbol: string[] }).symbol;
    const reply = symbols.map(
      (symbol) =>
        `{"method":"${method}","result":{"channel":"trade","snapshot":true,"symbol":"${symbol}"},"success":true,"time_in":"2023-09-25T09:04:31.742599Z","time_out":"2023-09-25T09:04:31.742648Z"}`,
    );
    return method === 'subscribe' ? { add: symbols, reply } : { remove: symbols, reply };
  },
  trade: ({ symbol, id, price, size, time }) =>
    `{"channel":"trade","type":"update","data":[{"symbol":"${symbol}","side":"buy","price":${price},"qty":${size},"ord_type":"limit","trade_id":${id},"timestamp":"${iso(time)}"}]}`,
  beat: () => ['{"channel":"heartbeat"}'],
  maintenance: (on) => [
    `{"channel":"status","data":[{"api_version":"v2","connection_id":12393906104898154338,"system":"${on ? 'maintenance' : 'online'}","version":"2.0.0"}],"type":"update"}`,
  ],
  answer: (url, record) => {
    const pair = url.searchParams.get('pair') ?? '';
    if (url.pathname === '/0/public/AssetPairs') {
      if (url.searchParams.get('pair') === null)
        return `{"error":[],"result":{${['XBT', 'ETH'].map((base) => `"X${base}ZUSD":{"altname":"${base}USD","wsname":"${base}/USD","base":"X${base}","quote":"ZUSD","tick_size":"0.1","status":"online"}`).join(',')}}}`;
      if (!['BTC/USD', 'ETH/USD'].includes(pair)) return '{"error":["EQuery:Unknown asset pair"]}';
      return `{"error":[],"result":{"XXBTZUSD":{"altname":"XBTUSD","wsname":"XBT/USD","base":"XXBT","quote":"ZUSD","tick_size":"0.1","status":"online"}}}`;
    }
    if (url.pathname !== '/0/public/Trades') return null;
    const since = BigInt(url.searchParams.get('since') ?? '0');
    const rows = record
      .filter((each) => each.symbol === pair && BigInt(each.time) * 1_000_000n >= since)
      .slice(0, PAGE);
    const last = BigInt(rows.at(-1)?.time ?? 0) * 1_000_000n;
    const cells = rows.map(
      ({ id, price, size, time }) => `["${price}","${size}",${(time / 1000).toFixed(7)},"b","m","",${id}]`,
    );
    return `{"error":[],"result":{"${pair}":[${cells.join(',')}],"last":"${last}"}}`;
  },
};

const simulated: Dialect = {
  firstId: 3_500_000_000,
  symbols: ['SIM-ALDER', 'SIM-BIRCH'],
  greeting: [],
  hear: (text) => {
    const { type, symbols = [] } = read(text);
    return type === 'subscribe' ? { add: symbols } : { remove: symbols };
  },
  trade: (trade) => JSON.stringify({ type: 'trade', ...trade }),
  beat: () => ['{"type":"beat"}'],
  maintenance: (on) => [JSON.stringify({ type: 'maintenance', on })],
  answer: (url, record) => {
    const symbol = url.searchParams.get('symbol') ?? '';
    if (url.pathname === '/listing')
      return symbol.startsWith('SIM-A') || symbol.startsWith('SIM-B')
        ? JSON.stringify({ symbol, name: 'Alder, simulated', currency: 'USD', tickSize: '0.01' })
        : '{}';
    const after = Number(url.searchParams.get('after') ?? -1);
    const since = Number(url.searchParams.get('since') ?? -1);
    const trades = record.filter((each) => each.symbol === symbol && each.id > after && each.time > since);
    return JSON.stringify({ trades: trades.slice(0, PAGE) });
  },
};

export const DIALECTS = {
  alpaca,
  binance,
  bitstamp,
  coinbase,
  finnhub,
  kraken,
  massive,
  oanda,
  simulated,
} satisfies Record<string, Dialect>;
