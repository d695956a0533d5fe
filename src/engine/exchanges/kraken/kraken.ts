import type { Exchange, Message } from '../live/exchange.ts';
import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import { readMessage, readTrade, ticksOf } from '../live/read-trade.ts';
import { coinPair, commonName } from '../pair.ts';
import { RestError } from '../live/rest.ts';

/**
 * Kraken, API version 2: trades, numbered consecutively per pair, a heartbeat every second, and the system's status.
 * Trades in the format of version 1, which have no numbers, also work.
 */
export const kraken: Exchange = {
  name: 'kraken',
  title: 'Kraken',
  simulated: false,
  socketUrl: 'wss://ws.kraken.com/v2',
  restUrl: 'https://api.kraken.com',
  symbol: {
    pattern: /^[A-Z0-9]{1,16}\/[A-Z0-9]{2,8}$/,
    example: 'BTC/USD',
    of: (base, quote) => `${base}/${quote}`,
  },
  timing: { silentAfterMs: 10_000, keepAliveEveryMs: 30_000 },
  // It has a limit but doesn't publish it.
  sendEveryMs: 200,
  askEveryMs: 1000,
  // It allows about 150 per address.
  attempts: { most: 100, withinMs: 600_000 },
  subscribe: (symbols) => ask('subscribe', symbols),
  unsubscribe: (symbols) => ask('unsubscribe', symbols),
  keepAlive: '{"method":"ping"}',
  read: readMessage(readObject, readFirstVersion),
  trades: async (get, symbol, after, untilId) => {
    const all = [];
    let since = `${BigInt(Math.floor(after.ts)) * 1_000_000n}`;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const result = resultOf(
        await get(`/0/public/Trades?pair=${encodeURIComponent(symbol)}&count=${PAGE}&since=${since}`),
      );
      const rows = Object.values(result).find(Array.isArray) ?? [];
      const ticks = ticksOf(rows.map((row) => rowOf(row, symbol)));
      all.push(...ticks.filter((tick) => after.id === null || (tick.id ?? 0) > after.id));
      const last = ticks.at(-1)?.id ?? null;
      const next = textAt(result, 'last');
      if (last === null || rows.length < PAGE || next === since || (untilId !== null && last >= untilId))
        break;
      since = next;
    }
    return all;
  },
  symbols: async function* (get) {
    yield Object.values(resultOf(await get('/0/public/AssetPairs')))
      .filter(isFields)
      .filter((each) => textAt(each, 'status') === 'online')
      .map((each) => {
        const [base = '', quote = ''] = textAt(each, 'wsname').split('/').map(commonName);
        return coinPair(`${base}/${quote}`, { base, quote });
      });
  },
  listing: async (get, symbol) => {
    let result: Fields;
    try {
      result = resultOf(await get(`/0/public/AssetPairs?pair=${encodeURIComponent(symbol)}`));
    } catch (error) {
      if (error instanceof RestError && error.message.includes('Unknown asset pair')) return null;
      throw error;
    }
    const pair = Object.values(result).find(isFields);
    if (!pair) return null;
    // REST knows its older names too, version 2 of the socket does not.
    const [base = '', quote = ''] = symbol.split('/').map(commonName);
    return {
      symbol: `${base}/${quote}`,
      name: `${base} / ${quote}`,
      currency: quote,
      tickSize: textAt(pair, 'tick_size'),
      trading: textAt(pair, 'status') === 'online',
    };
  },
};

const PAGE = 1000;
/** Errors in an answer with status 200 that mean what 429 means elsewhere. */
const TOO_MANY = /Rate limit|Too many requests|Throttled/;
const MOST_PAGES = 100;

const ask = (method: string, symbols: readonly string[]): string[] =>
  symbols.length === 0
    ? []
    : [
        JSON.stringify({
          method,
          params: {
            channel: 'trade',
            symbol: symbols,
            ...(method === 'subscribe' ? { snapshot: true } : {}),
          },
        }),
      ];

/** @throws RestError when the answer has status 200 but contains an error */
function resultOf(text: string): Fields {
  const body = parseExactly(text);
  if (!isFields(body)) throw new RestError('the exchange did not answer with an object', 200, null);
  const error = listAt(body, 'error').find((each) => typeof each === 'string');
  if (error !== undefined)
    throw new RestError(`the exchange answered ${error}`, TOO_MANY.test(error) ? 429 : 200, null);
  return isFields(body['result']) ? body['result'] : {};
}

/** A row of REST: price, volume, time in seconds, …, number. */
function rowOf(row: unknown, symbol: string, number: 6 | null = 6): Message {
  const cells = Array.isArray(row) ? row.map((cell) => (typeof cell === 'string' ? cell : '')) : [];
  const [price = '', size = '', time = ''] = cells;
  const id = number === null ? null : (cells[number] ?? '');
  return readTrade({ symbol, id, time: Math.floor(Number(time || Number.NaN) * 1000), price, size });
}

const tradeOf = (fields: Fields): Message =>
  readTrade({
    symbol: textAt(fields, 'symbol'),
    id: textAt(fields, 'trade_id'),
    time: Date.parse(textAt(fields, 'timestamp')),
    price: textAt(fields, 'price'),
    size: textAt(fields, 'qty'),
  });

const byNumber = (a: Message, b: Message): number =>
  a.kind === 'trade' && b.kind === 'trade' ? (a.tick.id ?? 0) - (b.tick.id ?? 0) : 0;

function readObject(body: Fields): Message[] {
  const channel = textAt(body, 'channel');
  if (channel === 'trade')
    return listAt(body, 'data')
      .map((trade) => tradeOf(isFields(trade) ? trade : {}))
      .sort(byNumber);
  if (channel === 'status') {
    const status = listAt(body, 'data').find(isFields);
    const system = status ? textAt(status, 'system') : '';
    return [{ kind: 'maintenance', on: system !== '' && system !== 'online' }];
  }
  if (textAt(body, 'method') === 'subscribe' && body['success'] === false)
    return [
      {
        kind: 'refused',
        symbol: textAt(body, 'symbol') || null,
        problem: textAt(body, 'error') || 'the exchange refused a request',
      },
    ];
  return [{ kind: 'alive' }];
}

/** `[channel, [[price, volume, seconds, …], …], "trade", pair]`; its other messages are books and candles. */
function readFirstVersion(body: unknown[]): Message[] {
  const [, rows, channel, pair] = body;
  if (channel !== 'trade' || !Array.isArray(rows)) return [{ kind: 'alive' }];
  return rows.map((row: unknown) => rowOf(row, typeof pair === 'string' ? pair : '', null));
}
