import type { Exchange, Message } from '../live/exchange.ts';
import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import { readMessage, readTrade, ticksOf } from '../live/read-trade.ts';
import { insideMarket } from './inside.ts';
import { SIMULATED } from './market.ts';

/** A simulated market, computed from seeds: every machine has the same trades at the same time. */
export const simulated: Exchange = {
  name: 'simulated',
  title: 'Simulated',
  simulated: true,
  socketUrl: 'inside:simulated',
  restUrl: 'inside:simulated',
  symbol: { pattern: /^SIM-[A-Z]{1,12}$/, example: 'SIM-ALDER' },
  timing: { silentAfterMs: 5_000 },
  sendEveryMs: 0,
  askEveryMs: 0,
  subscribe: (symbols) => [JSON.stringify({ type: 'subscribe', symbols })],
  unsubscribe: (symbols) => [JSON.stringify({ type: 'unsubscribe', symbols })],
  keepAlive: null,
  read: readMessage(readObject),
  trades: async (get, symbol, after, untilId) => {
    const all = [];
    let from = after.id === null ? `&since=${after.ts}` : `&after=${after.id}`;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const body = parseExactly(await get(`/trades?symbol=${encodeURIComponent(symbol)}${from}`));
      const rows = isFields(body) ? listAt(body, 'trades') : [];
      const ticks = ticksOf(rows.map((row) => tradeOf(isFields(row) ? row : {})));
      all.push(...ticks);
      const last = ticks.at(-1)?.id ?? null;
      if (last === null || rows.length < PAGE || (untilId !== null && last >= untilId)) break;
      from = `&after=${last}`;
    }
    return all;
  },
  symbols: async function* () {
    yield SIMULATED.map(({ symbol, name }) => ({
      symbol,
      ticker: symbol.replace('SIM-', ''),
      name,
      kind: 'crypto' as const,
      currency: 'USD',
    }));
  },
  listing: async (get, symbol) => {
    const body = parseExactly(await get(`/listing?symbol=${encodeURIComponent(symbol)}`));
    if (!isFields(body) || textAt(body, 'symbol') !== symbol) return null;
    return {
      symbol,
      name: textAt(body, 'name'),
      currency: textAt(body, 'currency'),
      tickSize: textAt(body, 'tickSize'),
      trading: true,
    };
  },
  inside: insideMarket,
};

const PAGE = 1000;
const MOST_PAGES = 200;

const tradeOf = (fields: Fields): Message =>
  readTrade({
    symbol: textAt(fields, 'symbol'),
    id: textAt(fields, 'id'),
    time: Number(textAt(fields, 'time') || Number.NaN),
    price: textAt(fields, 'price'),
    size: textAt(fields, 'size'),
  });

function readObject(body: Fields): Message[] {
  switch (textAt(body, 'type')) {
    case 'trade':
      return [tradeOf(body)];
    case 'maintenance':
      return [{ kind: 'maintenance', on: body['on'] === true }];
    case 'refused':
      return [{ kind: 'refused', symbol: textAt(body, 'symbol') || null, problem: textAt(body, 'problem') }];
    default:
      return [{ kind: 'alive' }];
  }
}
