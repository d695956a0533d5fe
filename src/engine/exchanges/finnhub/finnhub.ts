import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import type { Bar } from '#src/shared/market.ts';
import { findMarketData, planOf } from '#src/shared/market-data.ts';
import { CALENDARS } from '../../market/sessions/calendars.ts';
import { sessionsOf } from '../../market/sessions/sessions.ts';
import { stockOf } from '../stock.ts';
import type { Denial, Get, HistoryRange, ListedSymbol, Listing } from '../live/exchange.ts';
import type { KeyedSource, Refusal } from '../live/keyed.ts';
import { readBar } from '../live/read-bar.ts';
import { RestError } from '../live/rest.ts';
import { readFinnhub } from './messages.ts';

const PROVIDER = findMarketData('finnhub');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Finnhub: US stocks and ETFs over one connection per key. */
export const finnhub: KeyedSource = {
  provider: PROVIDER,
  restUrlOf: () => 'https://finnhub.io/api/v1',
  headersOf: ({ secret }) => ({ 'X-Finnhub-Token': secret }),
  open: ({ secret }, { plan: planId, extended, name }) => {
    const plan = planOf(PROVIDER, planId);
    return {
      name,
      title: PROVIDER.title,
      prefix: 'FINNHUB',
      simulated: false,
      socketUrl: 'wss://ws.finnhub.io',
      restUrl: 'https://finnhub.io/api/v1',
      withKey: (url) => `${url}?token=${encodeURIComponent(secret)}`,
      denialOf: (status) => DENIALS[status] ?? null,
      symbol: { pattern: /^[A-Z]{1,5}(\.[A-Z]{1,2})?$/, example: 'AAPL' },
      // Nothing is traded at night: pings show that the connection lives.
      timing: { silentAfterMs: 45_000, keepAliveEveryMs: 15_000, backoffMs: 2_000, backoffMostMs: 60_000 },
      sendEveryMs: 100,
      // 60 requests a minute on the free plan.
      askEveryMs: 1_100,
      mostSymbols: plan.symbols ?? Infinity,
      mostConnections: 1,
      attempts: { most: 10, withinMs: MINUTE },
      session: extended ? 'us-equity-extended' : 'us-equity',
      pings: true,
      unnumbered: true,
      keepAlive: null,
      subscribe: (symbols) => symbols.map((symbol) => JSON.stringify({ type: 'subscribe', symbol })),
      unsubscribe: (symbols) => symbols.map((symbol) => JSON.stringify({ type: 'unsubscribe', symbol })),
      read: readFinnhub,
      trades: () =>
        Promise.reject(new RestError('Finnhub doesn’t give trades from before a connection', 403, null)),
      symbols,
      listing,
      ...(plan.id === 'candles' && { history }),
    };
  },
  check: async (get, plan) => {
    const refusal = await refusedBy(get, '/quote?symbol=AAPL');
    if (refusal || plan !== 'candles') return refusal;
    return refusedBy(get, '/stock/candle?symbol=AAPL&resolution=D&from=1700000000&to=1700600000');
  },
};

/** What the HTTP status of a refused connection means. */
const DENIALS: Readonly<Record<number, Denial>> = {
  401: {
    problem:
      'Finnhub rejected the key. It may have been regenerated there: copy the current key, and replace the key here',
    retryAfterMs: 15 * MINUTE,
  },
  403: {
    problem: 'Finnhub doesn’t allow this key to stream trades. Check your plan at Finnhub',
    retryAfterMs: 15 * MINUTE,
  },
  429: {
    problem:
      'Finnhub allows one connection for each key, and this one may be connected somewhere else. Close the other one; we try again every 5 minutes',
    retryAfterMs: 5 * MINUTE,
  },
};

async function refusedBy(get: Get, path: string): Promise<Refusal | null> {
  try {
    await get(path);
    return null;
  } catch (error) {
    if (!(error instanceof RestError)) throw error;
    if (error.status === 401)
      return {
        field: 'secret',
        says: 'Finnhub doesn’t know this key. Copy it again from your dashboard there.',
      };
    if (error.status === 403)
      return {
        field: 'plan',
        says: 'The key is not allowed to read this. Choose Free, or a plan at Finnhub that includes stock candles.',
      };
    throw error;
  }
}

async function listing(get: Get, symbol: string): Promise<Listing | null> {
  const body = parseExactly(await get(`/search?q=${encodeURIComponent(symbol)}&exchange=US`));
  const found = (isFields(body) ? listAt(body, 'result') : []).find(
    (each): each is Fields => isFields(each) && textAt(each, 'symbol') === symbol,
  );
  if (!found) return null;
  const name = textAt(found, 'description') || symbol;
  return { symbol, name, currency: 'USD', tickSize: '0.01', trading: true };
}

async function* symbols(get: Get): AsyncGenerator<ListedSymbol[], void, undefined> {
  const body = parseExactly(await get('/stock/symbol?exchange=US'));
  yield (Array.isArray(body) ? body.filter(isFields) : [])
    .filter((each) => TYPES[textAt(each, 'type')] !== undefined)
    .map((each) => ({
      ...stockOf(textAt(each, 'symbol'), textAt(each, 'description'), ''),
      kind: TYPES[textAt(each, 'type')] ?? 'stock',
      ...(textAt(each, 'isin') !== '' && { isin: textAt(each, 'isin') }),
    }));
}
const TYPES: Readonly<Record<string, 'stock' | 'fund'>> = {
  'Common Stock': 'stock',
  ADR: 'stock',
  REIT: 'stock',
  ETP: 'fund',
};

const midnightOf = (() => {
  const sessions = sessionsOf(CALENDARS['us-equity']);
  /** Days are stamped with midnight UTC of their date; ours begin at midnight in New York. */
  return (ts: number): number | null => {
    // 15:00 UTC is in the session of every trading day.
    const session = sessions.at(ts + 15 * 60 * MINUTE);
    return session && session.day === new Date(ts).toISOString().slice(0, 10) ? session.midnight : null;
  };
})();

/** Candles are columns: the times in seconds, and each figure in the same order. One answer holds all of them. */
async function* history(
  get: Get,
  symbol: string,
  { timeframe, from, until }: HistoryRange,
): AsyncGenerator<Bar[], void, undefined> {
  const [begin, end] = [from, until - 1].map((ms) => Math.floor(ms / 1000));
  const resolution = timeframe === '1d' ? 'D' : '1';
  const path = `/stock/candle?symbol=${symbol}&resolution=${resolution}&from=${begin}&to=${end}`;
  const body = parseExactly(await get(path));
  if (!isFields(body)) throw new RestError('the source did not answer with an object', 200, null);
  const columns = Object.fromEntries(
    ['t', 'o', 'h', 'l', 'c', 'v'].map((name) => [name, listAt(body, name)]),
  );
  const cell = (name: string, row: number): string => {
    const value = columns[name]?.[row];
    return typeof value === 'string' ? value : '';
  };
  yield (columns['t'] ?? []).flatMap((_, row) => {
    const at = Number(cell('t', row) || Number.NaN) * 1000;
    const ts = timeframe === '1d' && at % DAY === 0 ? midnightOf(at) : at;
    const [open, high, low, close, volume] = ['o', 'h', 'l', 'c', 'v'].map((name) => cell(name, row));
    if (ts === null || !open || !high || !low || !close || !volume) return [];
    return readBar(ts, { open, high, low, close, volume }) ?? [];
  });
}
