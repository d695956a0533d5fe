import { coinPair } from '../pair.ts';
import { type Fields, isFields, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import type { Exchange, Message } from '../live/exchange.ts';
import { readMessage, readTrade, ticksOf } from '../live/read-trade.ts';

/** Bitstamp, version 2: trades with an id that rises over all pairs together, and a heartbeat on demand. */
export const bitstamp: Exchange = {
  name: 'bitstamp',
  title: 'Bitstamp',
  simulated: false,
  socketUrl: 'wss://ws.bitstamp.net',
  restUrl: 'https://www.bitstamp.net',
  symbol: { pattern: /^[A-Z0-9]{5,16}$/, example: 'BTCUSD', of: (base, quote) => base + quote },
  timing: { silentAfterMs: 45_000, keepAliveEveryMs: 15_000 },
  // It takes one message for each symbol, and documents no limit of messages.
  sendEveryMs: 50,
  // It allows 10,000 requests in ten minutes.
  askEveryMs: 250,
  unnumbered: true,
  subscribe: (symbols) => ask('bts:subscribe', symbols),
  unsubscribe: (symbols) => ask('bts:unsubscribe', symbols),
  keepAlive: '{"event":"bts:heartbeat"}',
  read: readMessage(readObject),
  // It has the last minute, hour or day, newest first, with times in seconds.
  trades: async (get, symbol, after) => {
    const since = Math.floor(after.ts / 1000) * 1000;
    for (const span of ['minute', 'hour', 'day']) {
      const body = parseExactly(
        await get(`/api/v2/transactions/${encodeURIComponent(symbol.toLowerCase())}/?time=${span}`),
      );
      const rows = Array.isArray(body) ? body : [];
      // Of one second, the newest comes first.
      const ticks = ticksOf(rows.toReversed().map((row) => rowOf(isFields(row) ? row : {}, symbol)));
      const reachesBack = ticks.some(({ ts }) => ts <= since);
      if (reachesBack || span === 'day') return ticks.filter(({ ts }) => ts >= since);
    }
    return [];
  },
  symbols: async function* (get) {
    const body = parseExactly(await get('/api/v2/trading-pairs-info/'));
    yield (Array.isArray(body) ? body.filter(isFields) : [])
      .filter((each) => textAt(each, 'trading') === 'Enabled')
      .map((each) => {
        const [base = '', quote = ''] = textAt(each, 'name').split('/');
        return coinPair(textAt(each, 'url_symbol').toUpperCase(), { base, quote });
      });
  },
  listing: async (get, symbol) => {
    const body = parseExactly(await get('/api/v2/trading-pairs-info/'));
    const pairs = Array.isArray(body) ? body.filter(isFields) : [];
    const pair = pairs.find((each) => textAt(each, 'url_symbol') === symbol.toLowerCase());
    if (!pair) return null;
    const [base = '', quote = ''] = textAt(pair, 'name').split('/');
    const decimals = Number(textAt(pair, 'counter_decimals'));
    return {
      symbol,
      name: `${base} / ${quote}`,
      currency: quote,
      tickSize: decimals > 0 ? `0.${'1'.padStart(decimals, '0')}` : '1',
      trading: textAt(pair, 'trading') === 'Enabled',
    };
  },
};

const CHANNEL = 'live_trades_';

const ask = (event: string, symbols: readonly string[]): string[] =>
  symbols.map((symbol) => JSON.stringify({ event, data: { channel: CHANNEL + symbol.toLowerCase() } }));

/** Its ids rise over all pairs together: they tell trades apart, and show no gap. */
function identified(read: Message, id: string): Message {
  if (read.kind !== 'trade') return read;
  if (/^\d+$/.test(id)) return { ...read, tick: { ...read.tick, key: id } };
  return { kind: 'bad', symbol: read.symbol, reason: 'malformed', problem: 'a trade has no number' };
}

const rowOf = (row: Fields, symbol: string): Message =>
  identified(
    readTrade({
      symbol,
      id: null,
      time: Number(textAt(row, 'date') || Number.NaN) * 1000,
      price: textAt(row, 'price'),
      size: textAt(row, 'amount'),
    }),
    textAt(row, 'tid'),
  );

function tradeOf(data: Fields, channel: string): Message {
  return identified(
    readTrade({
      symbol: channel.startsWith(CHANNEL) ? channel.slice(CHANNEL.length).toUpperCase() : '',
      id: null,
      time: Math.floor(Number(textAt(data, 'microtimestamp') || Number.NaN) / 1000),
      price: textAt(data, 'price_str') || textAt(data, 'price'),
      size: textAt(data, 'amount_str') || textAt(data, 'amount'),
    }),
    textAt(data, 'id'),
  );
}

function readObject(body: Fields): Message[] {
  const data = isFields(body['data']) ? body['data'] : {};
  switch (textAt(body, 'event')) {
    case 'trade':
      return [tradeOf(data, textAt(body, 'channel'))];
    case 'bts:request_reconnect':
      return [{ kind: 'leaving' }];
    case 'bts:error':
      return [
        {
          kind: 'refused',
          symbol: null,
          problem: textAt(data, 'message') || 'the exchange refused a request',
        },
      ];
    default:
      return [{ kind: 'alive' }];
  }
}
