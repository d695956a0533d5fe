import { coinPair } from '../pair.ts';
import type { Exchange, Message } from '../live/exchange.ts';
import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import { readMessage, readTrade, ticksOf } from '../live/read-trade.ts';

/** Binance spot: aggregate trades, numbered consecutively per symbol. It closes every connection after a day. */
export const binance: Exchange = {
  name: 'binance',
  title: 'Binance',
  simulated: false,
  // The addresses for market data only, which need no key and no account.
  socketUrl: 'wss://data-stream.binance.vision/stream',
  restUrl: 'https://data-api.binance.vision',
  symbol: { pattern: /^[A-Z0-9]{4,20}$/, example: 'BTCUSDT', of: (base, quote) => base + quote },
  timing: { silentAfterMs: 45_000, keepAliveEveryMs: 15_000 },
  // It allows five messages a second, answers to pings included. The distance leaves room for network delays.
  sendEveryMs: 300,
  // It allows a request weight of 6,000 a minute; one request for trades counts as four.
  questionsAtOnce: 16,
  askEveryMs: 250,
  // It allows 1,024 streams per connection. Ten connections hold more pairs than it trades.
  mostSymbols: 1000,
  mostConnections: 10,
  // It allows 300 per address. The rest is left to a process that takes over from the same address.
  attempts: { most: 200, withinMs: 300_000 },
  subscribe: (symbols) => ask('SUBSCRIBE', symbols),
  unsubscribe: (symbols) => ask('UNSUBSCRIBE', symbols),
  keepAlive: '{"method":"LIST_SUBSCRIPTIONS","id":0}',
  read: readMessage(readObject),
  trades: async (get, symbol, after, untilId) => {
    const all = [];
    const base = `/api/v3/aggTrades?symbol=${encodeURIComponent(symbol)}&limit=${PAGE}`;
    let from = after.id === null ? `&startTime=${after.ts + 1}` : `&fromId=${after.id + 1}`;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const body = parseExactly(await get(base + from));
      const rows = Array.isArray(body) ? body : [];
      const ticks = ticksOf(rows.map((row) => tradeOf(isFields(row) ? row : {}, symbol)));
      all.push(...ticks);
      const last = ticks.at(-1)?.id ?? null;
      if (last === null || rows.length < PAGE || (untilId !== null && last >= untilId)) break;
      from = `&fromId=${last + 1}`;
    }
    return all;
  },
  symbols: async function* (get) {
    const body = parseExactly(
      await get('/api/v3/exchangeInfo?symbolStatus=TRADING&permissions=SPOT&showPermissionSets=false'),
    );
    yield listAt(isFields(body) ? body : {}, 'symbols')
      .filter(isFields)
      .map((each) =>
        coinPair(textAt(each, 'symbol'), {
          base: textAt(each, 'baseAsset'),
          quote: textAt(each, 'quoteAsset'),
        }),
      );
  },
  listing: async (get, symbol) => {
    const body = parseExactly(await get(`/api/v3/exchangeInfo?symbol=${encodeURIComponent(symbol)}`));
    const found = isFields(body) ? listAt(body, 'symbols').find(isFields) : undefined;
    if (!found || textAt(found, 'symbol') !== symbol) return null;
    const price = listAt(found, 'filters')
      .filter(isFields)
      .find((each) => textAt(each, 'filterType') === 'PRICE_FILTER');
    return {
      symbol,
      name: `${textAt(found, 'baseAsset')} / ${textAt(found, 'quoteAsset')}`,
      currency: textAt(found, 'quoteAsset'),
      tickSize: price ? textAt(price, 'tickSize') : '',
      trading: textAt(found, 'status') === 'TRADING',
    };
  },
};

const PAGE = 1000;
const MOST_PAGES = 200;
/** In one message. */
const SYMBOLS_AT_ONCE = 200;

let id = 0;
function ask(method: 'SUBSCRIBE' | 'UNSUBSCRIBE', symbols: readonly string[]): string[] {
  const messages: string[] = [];
  for (let from = 0; from < symbols.length; from += SYMBOLS_AT_ONCE) {
    const params = symbols
      .slice(from, from + SYMBOLS_AT_ONCE)
      .map((symbol) => `${symbol.toLowerCase()}@aggTrade`);
    messages.push(JSON.stringify({ method, params, id: (id += 1) }));
  }
  return messages;
}

const tradeOf = (fields: Fields, symbol: string): Message =>
  readTrade({
    symbol,
    id: textAt(fields, 'a'),
    time: Number(textAt(fields, 'T') || Number.NaN),
    price: textAt(fields, 'p'),
    size: textAt(fields, 'q'),
  });

function readObject(body: Fields): Message[] {
  const data = isFields(body['data']) ? body['data'] : body;
  switch (textAt(data, 'e')) {
    case 'aggTrade':
      return [tradeOf(data, textAt(data, 's'))];
    case 'serverShutdown':
      return [{ kind: 'leaving' }];
    default:
  }
  if (isFields(body['error']))
    return [
      {
        kind: 'refused',
        symbol: null,
        problem: textAt(body['error'], 'msg') || 'the exchange refused a request',
      },
    ];
  return [{ kind: 'alive' }];
}
