import { isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import type { Bar } from '#src/shared/market.ts';
import { findMarketData, planOf } from '#src/shared/market-data.ts';
import type { KeyedSource } from '../live/keyed.ts';
import type { Get, HistoryRange } from '../live/exchange.ts';
import { readBar } from '../live/read-bar.ts';
import { RestError } from '../live/rest.ts';
import { stockOf } from '../stock.ts';
import { readAlpaca, tradeOf } from './messages.ts';

const PROVIDER = findMarketData('alpaca');
const PAGE = 10_000;
const MOST_PAGES = 50;
/** Keys of paper accounts, which have a host of their own. */
const PAPER = /^PK/;

/** Alpaca: US stocks and ETFs over one connection per account, by a key ID and a secret. */
export const alpaca: KeyedSource = {
  provider: PROVIDER,
  restUrlOf: (path, { keyId }) =>
    path.startsWith('/v2/assets')
      ? PAPER.test(keyId)
        ? 'https://paper-api.alpaca.markets'
        : 'https://api.alpaca.markets'
      : 'https://data.alpaca.markets',
  headersOf: ({ keyId, secret }) => ({ 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': secret }),
  open: ({ keyId, secret }, { plan: planId, extended, name }) => {
    const plan = planOf(PROVIDER, planId);
    const feed = plan.id === 'iex' ? 'iex' : 'sip';
    return {
      name,
      title: PROVIDER.title,
      prefix: 'ALPACA',
      simulated: false,
      socketUrl: `wss://stream.data.alpaca.markets/v2/${plan.id}`,
      restUrl: 'https://data.alpaca.markets',
      symbol: { pattern: /^[A-Z]{1,5}(\.[A-Z]{1,2})?$/, example: 'AAPL' },
      // Nothing is traded at night: pings show that the connection lives.
      timing: { silentAfterMs: 45_000, keepAliveEveryMs: 15_000, backoffMs: 2_000, backoffMostMs: 60_000 },
      sendEveryMs: 200,
      // It allows 200 requests a minute on its free plan.
      askEveryMs: 350,
      mostSymbols: plan.symbols ?? Infinity,
      mostConnections: 1,
      attempts: { most: 10, withinMs: 60_000 },
      session: extended ? 'us-equity-extended' : 'us-equity',
      ...(plan.delayMinutes !== null && { delayMinutes: plan.delayMinutes }),
      login: [JSON.stringify({ action: 'auth', key: keyId, secret })],
      pings: true,
      unnumbered: true,
      keepAlive: null,
      // Corrections and cancellations come with trades.
      subscribe: (symbols) => ask('subscribe', symbols),
      unsubscribe: (symbols) => ask('unsubscribe', symbols),
      read: readAlpaca,
      trades: async (get, symbol, after) => {
        const start = new Date(after.ts).toISOString();
        const ticks = [];
        for await (const rows of pages(
          get,
          `/v2/stocks/${symbol}/trades?start=${start}&feed=${feed}`,
          'trades',
        ))
          for (const row of rows) {
            const read = tradeOf(isFields(row) ? row : {}, symbol);
            if (read.kind === 'trade') ticks.push(read.tick);
          }
        return ticks;
      },
      symbols: async function* (ask) {
        const body = parseExactly(await ask('/v2/assets?status=active&asset_class=us_equity'));
        yield (Array.isArray(body) ? body.filter(isFields) : [])
          .filter((each) => each['tradable'] !== false)
          .map((each) => stockOf(textAt(each, 'symbol'), textAt(each, 'name'), textAt(each, 'exchange')));
      },
      listing: async (get, symbol) => {
        const asset = parseExactly(await get(`/v2/assets/${encodeURIComponent(symbol)}`));
        if (!isFields(asset) || textAt(asset, 'symbol') !== symbol) return null;
        return {
          symbol,
          name: textAt(asset, 'name') || symbol,
          currency: 'USD',
          tickSize: textAt(asset, 'price_increment') || '0.01',
          trading: textAt(asset, 'status') === 'active',
        };
      },
      history: (get, symbol, range) => history(get, symbol, range, feed),
    };
  },
  check: async (get, plan) => {
    const feed = plan === 'iex' ? 'iex' : plan;
    try {
      await get(`/v2/stocks/trades/latest?symbols=AAPL&feed=${feed}`);
      return null;
    } catch (error) {
      if (!(error instanceof RestError)) throw error;
      if (error.status === 401)
        return {
          field: 'secret',
          says: 'Alpaca doesn’t know this key ID and secret. Copy both from Alpaca again; the secret is shown there only once.',
        };
      if (error.status === 403)
        return {
          field: 'plan',
          says: 'The key is not allowed to read this. Check the key ID and secret, and that your plan at Alpaca includes the data you chose.',
        };
      throw error;
    }
  },
};

const ask = (action: string, symbols: readonly string[]): string[] =>
  symbols.length === 0 ? [] : [JSON.stringify({ action, trades: symbols, statuses: symbols })];

/** The rows of an answer that comes in pages. */
async function* pages(get: Get, path: string, under: string): AsyncGenerator<unknown[], void, undefined> {
  let token = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const more = token === '' ? '' : `&page_token=${encodeURIComponent(token)}`;
    const body = parseExactly(await get(`${path}&limit=${PAGE}${more}`));
    if (!isFields(body)) throw new RestError('the source did not answer with an object', 200, null);
    yield listAt(body, under);
    token = textAt(body, 'next_page_token');
    if (token === '') return;
  }
}

async function* history(
  get: Get,
  symbol: string,
  { timeframe, from, until }: HistoryRange,
  feed: string,
): AsyncGenerator<Bar[], void, undefined> {
  const [start, end] = [from, until - 1].map((ms) => new Date(ms).toISOString());
  const size = timeframe === '1d' ? '1Day' : '1Min';
  const path = `/v2/stocks/${symbol}/bars?timeframe=${size}&start=${start}&end=${end}&feed=${feed}&adjustment=split`;
  for await (const rows of pages(get, path, 'bars'))
    yield rows.flatMap((row) => barOf(isFields(row) ? row : {}) ?? []);
}

const barOf = (row: Readonly<Record<string, unknown>>): Bar | null =>
  readBar(Date.parse(textAt(row, 't')), {
    open: textAt(row, 'o'),
    high: textAt(row, 'h'),
    low: textAt(row, 'l'),
    close: textAt(row, 'c'),
    volume: textAt(row, 'v'),
  });
