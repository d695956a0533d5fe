import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import type { Bar } from '#src/shared/market.ts';
import { findMarketData, planOf } from '#src/shared/market-data.ts';
import { stockOf } from '../stock.ts';
import type { Get, HistoryRange, ListedSymbol, Listing } from '../live/exchange.ts';
import type { KeyedSource, Refusal } from '../live/keyed.ts';
import { readBar } from '../live/read-bar.ts';
import { RestError } from '../live/rest.ts';
import { readMassive, storedTradeOf } from './messages.ts';

const PROVIDER = findMarketData('massive');
const REST_URL = 'https://api.massive.com';
const PAGE = 10_000;
const MOST_PAGES = 50;

/** Massive, formerly Polygon.io: US stocks and ETFs over one connection per account. */
export const massive: KeyedSource = {
  provider: PROVIDER,
  restUrlOf: () => REST_URL,
  headersOf: ({ secret }) => ({ authorization: `Bearer ${secret}` }),
  open: ({ secret }, { plan: planId, extended, name }) => {
    const plan = planOf(PROVIDER, planId);
    const isLive = plan.delayMinutes === null;
    // The stream of price bands, which says when trading is halted, comes with real-time plans.
    const channels = isLive ? ['T', 'LULD'] : ['T'];
    const ask = (action: string, symbols: readonly string[]): string[] =>
      symbols.length === 0
        ? []
        : [
            JSON.stringify({
              action,
              params: symbols.flatMap((each) => channels.map((of) => `${of}.${each}`)).join(','),
            }),
          ];
    return {
      name,
      title: PROVIDER.title,
      prefix: 'MASSIVE',
      simulated: false,
      socketUrl: `wss://${isLive ? 'socket' : 'delayed'}.massive.com/stocks`,
      restUrl: REST_URL,
      symbol: { pattern: /^[A-Z]{1,5}(\.[A-Z]{1,2})?$/, example: 'AAPL' },
      // Nothing is traded at night: pings show that the connection lives.
      timing: { silentAfterMs: 45_000, keepAliveEveryMs: 15_000, backoffMs: 2_000, backoffMostMs: 60_000 },
      sendEveryMs: 200,
      askEveryMs: 350,
      mostConnections: 1,
      attempts: { most: 10, withinMs: 60_000 },
      session: extended ? 'us-equity-extended' : 'us-equity',
      ...(plan.delayMinutes !== null && { delayMinutes: plan.delayMinutes }),
      login: [JSON.stringify({ action: 'auth', params: secret })],
      pings: true,
      unnumbered: true,
      keepAlive: null,
      subscribe: (symbols) => ask('subscribe', symbols),
      unsubscribe: (symbols) => ask('unsubscribe', symbols),
      read: readMassive,
      trades: async (get, symbol, after) => {
        const ticks = [];
        const path = `/v3/trades/${symbol}?timestamp.gte=${after.ts}000000&order=asc&sort=timestamp&limit=${PAGE}`;
        for await (const rows of pages(get, path))
          for (const row of rows) {
            const read = storedTradeOf(row, symbol);
            if (read.kind === 'trade') ticks.push(read.tick);
          }
        return ticks;
      },
      symbols,
      listing,
      history,
    };
  },
  check: async (get, plan) => {
    const what = plan === 'advanced' ? 'quotes' : 'trades';
    try {
      await get(`/v3/${what}/AAPL?limit=1`);
      return null;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      const refusal = error.status === null ? undefined : REFUSALS[error.status];
      if (!refusal) throw error;
      return refusal;
    }
  },
};

const REFUSALS: Readonly<Record<number, Refusal>> = {
  401: { field: 'secret', says: 'Massive doesn’t know this key. Copy it again from your dashboard there.' },
  403: {
    field: 'plan',
    says: 'Your plan at Massive doesn’t include this data. Choose the plan you have there: trades come with Stocks Developer, real-time data with Stocks Advanced or Business.',
  },
};

/** The rows of an answer that comes in pages. Only the path of the next page is used: the key goes to no other host. */
async function* pages(get: Get, path: string): AsyncGenerator<Fields[], void, undefined> {
  let next = path;
  for (let page = 0; page < MOST_PAGES && next !== ''; page += 1) {
    const body = parseExactly(await get(next));
    if (!isFields(body)) throw new RestError('the source did not answer with an object', 200, null);
    yield listAt(body, 'results').filter(isFields);
    const url = URL.parse(textAt(body, 'next_url'));
    next = url ? url.pathname + url.search : '';
  }
}

async function* symbols(get: Get): AsyncGenerator<ListedSymbol[], void, undefined> {
  for await (const rows of pages(get, '/v3/reference/tickers?market=stocks&active=true&limit=1000'))
    yield rows.map((row) => ({
      ...stockOf(textAt(row, 'ticker'), textAt(row, 'name'), VENUES[textAt(row, 'primary_exchange')] ?? ''),
      kind: textAt(row, 'type').startsWith('ET') ? 'fund' : 'stock',
    }));
}
const VENUES: Readonly<Record<string, string>> = {
  XNAS: 'NASDAQ',
  XNYS: 'NYSE',
  ARCX: 'ARCA',
  XASE: 'AMEX',
  BATS: 'BATS',
};

async function listing(get: Get, symbol: string): Promise<Listing | null> {
  const body = parseExactly(
    await get(`/v3/reference/tickers?ticker=${encodeURIComponent(symbol)}&market=stocks`),
  );
  const [found] = isFields(body) ? listAt(body, 'results').filter(isFields) : [];
  if (!found || textAt(found, 'ticker') !== symbol) return null;
  return {
    symbol,
    name: textAt(found, 'name') || symbol,
    currency: textAt(found, 'currency_name').toUpperCase() || 'USD',
    tickSize: '0.01',
    trading: found['active'] === true,
  };
}

async function* history(
  get: Get,
  symbol: string,
  { timeframe, from, until }: HistoryRange,
): AsyncGenerator<Bar[], void, undefined> {
  const size = timeframe === '1d' ? 'day' : 'minute';
  const path = `/v2/aggs/ticker/${symbol}/range/1/${size}/${from}/${until - 1}?adjusted=true&sort=asc&limit=50000`;
  for await (const rows of pages(get, path))
    yield rows.flatMap((row) => {
      const [open, high, low, close, volume] = ['o', 'h', 'l', 'c', 'v'].map((name) => textAt(row, name));
      if (!open || !high || !low || !close || !volume) return [];
      return readBar(Number(textAt(row, 't') || Number.NaN), { open, high, low, close, volume }) ?? [];
    });
}
