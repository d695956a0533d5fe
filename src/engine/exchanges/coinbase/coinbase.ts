import { coinPair } from '../pair.ts';
import type { Tick } from '#src/engine/market/tick.ts';
import type { Exchange, Message } from '../live/exchange.ts';
import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import { readMessage, readTrade, ticksOf } from '../live/read-trade.ts';

/**
 * Coinbase Advanced Trade: market trades, numbered consecutively per product, and a heartbeat every second. Messages are
 * numbered, too. The older format of Coinbase Exchange (`match`) also works.
 */
export const coinbase: Exchange = {
  name: 'coinbase',
  title: 'Coinbase',
  simulated: false,
  socketUrl: 'wss://advanced-trade-ws.coinbase.com',
  restUrl: 'https://api.coinbase.com',
  symbol: {
    pattern: /^[A-Z0-9]{1,16}-[A-Z0-9]{2,8}$/,
    example: 'BTC-USD',
    of: (base, quote) => `${base}-${quote}`,
  },
  timing: { silentAfterMs: 10_000 },
  // It allows eight messages and eight connection attempts a second per address.
  sendEveryMs: 150,
  countsMessagesOf: 'address',
  attempts: { most: 4, withinMs: 1000 },
  askEveryMs: 150,
  subscribe: (symbols) => [
    JSON.stringify({ type: 'subscribe', channel: 'heartbeats' }),
    ...(symbols.length > 0
      ? [JSON.stringify({ type: 'subscribe', product_ids: symbols, channel: 'market_trades' })]
      : []),
  ],
  unsubscribe: (symbols) => [
    JSON.stringify({ type: 'unsubscribe', product_ids: symbols, channel: 'market_trades' }),
  ],
  keepAlive: null,
  read: readMessage(readObject),
  // Answers are newest first: read pages from now back to the cursor.
  trades: async (get, symbol, after) => {
    const found = new Map<number, Tick>();
    const path = `/api/v3/brokerage/market/products/${encodeURIComponent(symbol)}/ticker?limit=${PAGE}`;
    const start = Math.floor(after.ts / 1000);
    let end: number | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const body = parseExactly(await get(`${path}&start=${start}${end === null ? '' : `&end=${end}`}`));
      const rows = isFields(body) ? listAt(body, 'trades') : [];
      const ticks = ticksOf(rows.map((row) => tradeOf(isFields(row) ? row : {})));
      const had = found.size;
      for (const tick of ticks) if (tick.id !== null) found.set(tick.id, tick);
      const first = ticks[0];
      if (!first || rows.length < PAGE || found.size === had) break;
      if (after.id === null ? first.ts <= after.ts : (first.id ?? 0) <= after.id + 1) break;
      end = Math.ceil(first.ts / 1000);
    }
    return [...found.values()]
      .filter((tick) => (after.id === null ? tick.ts > after.ts : (tick.id ?? 0) > after.id))
      .sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
  },
  symbols: async function* (get) {
    const body = parseExactly(await get('/api/v3/brokerage/market/products?product_type=SPOT'));
    yield listAt(isFields(body) ? body : {}, 'products')
      .filter(isFields)
      .filter((each) => each['trading_disabled'] !== true && each['is_disabled'] !== true)
      .map((each) => ({
        ...coinPair(textAt(each, 'product_id'), {
          base: textAt(each, 'base_currency_id'),
          quote: textAt(each, 'quote_currency_id'),
        }),
        name: textAt(each, 'base_name'),
      }));
  },
  listing: async (get, symbol) => {
    const body = parseExactly(await get(`/api/v3/brokerage/market/products/${encodeURIComponent(symbol)}`));
    if (!isFields(body) || textAt(body, 'product_id') !== symbol) return null;
    return {
      symbol,
      name: `${textAt(body, 'base_name')} / ${textAt(body, 'quote_name')}`,
      currency: textAt(body, 'quote_currency_id'),
      tickSize: textAt(body, 'price_increment'),
      trading: body['trading_disabled'] !== true && body['is_disabled'] !== true,
    };
  },
};

const PAGE = 1000;
const MOST_PAGES = 100;

const tradeOf = (fields: Fields): Message =>
  readTrade({
    symbol: textAt(fields, 'product_id'),
    id: textAt(fields, 'trade_id'),
    time: Date.parse(textAt(fields, 'time')),
    price: textAt(fields, 'price'),
    size: textAt(fields, 'size'),
  });

function readObject(body: Fields): Message[] {
  switch (textAt(body, 'type')) {
    case 'match':
    case 'last_match':
      return [tradeOf(body)];
    case 'error':
      return [
        {
          kind: 'refused',
          symbol: null,
          problem: textAt(body, 'message') || 'the exchange refused a request',
        },
      ];
    default:
  }
  const number = Number(textAt(body, 'sequence_num') || Number.NaN);
  const messages: Message[] = Number.isSafeInteger(number) ? [{ kind: 'numbered', number }] : [];
  const events = listAt(body, 'events').filter(isFields);
  if (textAt(body, 'channel') !== 'market_trades') return [...messages, { kind: 'alive' }];
  // The first message after a subscription has its trades newest first.
  const trades = events
    .flatMap((event) => listAt(event, 'trades'))
    .map((trade) => tradeOf(isFields(trade) ? trade : {}))
    .sort((a, b) => numberOf(a) - numberOf(b));
  return [...messages, ...trades];
}

const numberOf = (message: Message): number => (message.kind === 'trade' ? (message.tick.id ?? 0) : 0);
