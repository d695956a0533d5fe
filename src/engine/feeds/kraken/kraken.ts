import type { Exchange, Said } from '../live/exchange.ts';
import { type Fields, isFields, listAt, parseExactly, textAt } from '../live/exact-json.ts';
import { readMessage, readTrade, ticksOf } from '../live/read-trade.ts';
import { RestError } from '../live/rest.ts';

/**
 * Kraken, version 2: trades, whose numbers go up by one per pair, heartbeats every second, and the system's
 * status. Trades in the words of version 1, which have no numbers, are understood as well.
 */
export const kraken: Exchange = {
  name: 'kraken',
  title: 'Kraken',
  simulated: false,
  socketUrl: 'wss://ws.kraken.com/v2',
  restUrl: 'https://api.kraken.com',
  symbol: { pattern: /^[A-Z0-9]{1,16}\/[A-Z0-9]{2,8}$/, example: 'BTC/USD' },
  timing: { silentAfterMs: 10_000, keepAliveEveryMs: 30_000 },
  // It says that there is a limit, and not which.
  sendEveryMs: 200,
  askEveryMs: 1000,
  // About 150 are allowed to an address.
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
    const [base = '', quote = ''] = symbol.split('/');
    return {
      symbol,
      name: `${base} / ${quote}`,
      currency: quote,
      tickSize: textAt(pair, 'tick_size'),
      trading: textAt(pair, 'status') === 'online',
    };
  },
};

const PAGE = 1000;
/** How it says, with a 200, what others say with a 429. */
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

/** @throws RestError where Kraken says with a 200 that something is wrong */
function resultOf(text: string): Fields {
  const body = parseExactly(text);
  if (!isFields(body)) throw new RestError('the exchange did not answer with an object', 200, null);
  const error = listAt(body, 'error').find((each) => typeof each === 'string');
  if (error !== undefined)
    throw new RestError(`the exchange answered ${error}`, TOO_MANY.test(error) ? 429 : 200, null);
  return isFields(body['result']) ? body['result'] : {};
}

/** A row of REST: price, volume, time in seconds, …, number. */
function rowOf(row: unknown, symbol: string, number: 6 | null = 6): Said {
  const cells = Array.isArray(row) ? row.map((cell) => (typeof cell === 'string' ? cell : '')) : [];
  const [price = '', size = '', time = ''] = cells;
  const id = number === null ? null : (cells[number] ?? '');
  return readTrade({ symbol, id, time: Math.floor(Number(time || Number.NaN) * 1000), price, size });
}

const tradeOf = (fields: Fields): Said =>
  readTrade({
    symbol: textAt(fields, 'symbol'),
    id: textAt(fields, 'trade_id'),
    time: Date.parse(textAt(fields, 'timestamp')),
    price: textAt(fields, 'price'),
    size: textAt(fields, 'qty'),
  });

const byNumber = (a: Said, b: Said): number =>
  a.kind === 'trade' && b.kind === 'trade' ? (a.tick.id ?? 0) - (b.tick.id ?? 0) : 0;

function readObject(body: Fields): Said[] {
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
function readFirstVersion(body: unknown[]): Said[] {
  const [, rows, channel, pair] = body;
  if (channel !== 'trade' || !Array.isArray(rows)) return [{ kind: 'alive' }];
  return rows.map((row: unknown) => rowOf(row, typeof pair === 'string' ? pair : '', null));
}
