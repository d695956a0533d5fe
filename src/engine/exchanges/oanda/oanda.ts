import { type Fields, isFields, listAt, parseExactly, textAt } from '#src/platform/json/exact-json.ts';
import type { Bar } from '#src/shared/market.ts';
import { findMarketData } from '#src/shared/market-data.ts';
import type { Denial, Get, HistoryRange, ListedSymbol, Listing } from '../live/exchange.ts';
import { changeOf } from '../live/http-stream.ts';
import type { KeyedSource, Refusal } from '../live/keyed.ts';
import { readBar } from '../live/read-bar.ts';
import { RestError } from '../live/rest.ts';
import { readOanda, unknownInstrument } from './messages.ts';

const PROVIDER = findMarketData('oanda');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Candles in an answer at most. */
const PAGE = 5_000;

const hostOf = (of: 'api' | 'stream', plan: string): string =>
  `https://${of}-${plan === 'live' ? 'fxtrade' : 'fxpractice'}.oanda.com`;
const headersOf = ({ secret }: { secret: string }) => ({ Authorization: `Bearer ${secret}` });
const accountPath = (keyId: string): string => `/v3/accounts/${encodeURIComponent(keyId)}`;

/** OANDA: currency pairs and metals as a stream of quotes over HTTP, by an account and its token. */
export const oanda: KeyedSource = {
  provider: PROVIDER,
  isOverHttp: true,
  restUrlOf: (_, __, plan) => hostOf('api', plan),
  headersOf,
  open: ({ keyId, secret }, { plan, name }) => ({
    name,
    title: PROVIDER.title,
    prefix: 'OANDA',
    simulated: false,
    socketUrl: hostOf('stream', plan),
    restUrl: hostOf('api', plan),
    httpStream: {
      headers: headersOf({ secret }),
      // Without a snapshot: the last price before the connection isn't one that was seen.
      addressOf: (url, symbols) =>
        `${url}${accountPath(keyId)}/pricing/stream?instruments=${encodeURIComponent(symbols.join(','))}&snapshot=false`,
      // “Invalid value specified for 'instruments'”: it answers 400 to a wrong account as well.
      isUnknownSymbol: (status, body) => status === 400 && /instrument/i.test(body),
      refusalOf: unknownInstrument,
    },
    denialOf: (status) => DENIALS[status] ?? null,
    symbol: {
      pattern: /^[A-Z]{3,6}_[A-Z]{3}$/,
      example: 'EUR_USD',
      of: (base, quote) => `${base}_${quote}`,
    },
    // A heartbeat comes every five seconds.
    timing: { silentAfterMs: 20_000, keepAliveEveryMs: 5_000, backoffMs: 2_000, backoffMostMs: 60_000 },
    sendEveryMs: 10,
    askEveryMs: 200,
    mostConnections: 1,
    attempts: { most: 10, withinMs: MINUTE },
    session: 'fx',
    pings: true,
    unnumbered: true,
    keepAlive: null,
    subscribe: (symbols) => (symbols.length === 0 ? [] : [changeOf({ add: symbols })]),
    unsubscribe: (symbols) => [changeOf({ remove: symbols })],
    read: readOanda,
    trades: () =>
      Promise.reject(new RestError('OANDA doesn’t give quotes from before a connection', 403, null)),
    listing: (get, symbol) => listing(get, keyId, symbol),
    symbols: (get) => symbols(get, keyId),
    history,
  }),
  check: (get, _, { keyId }) => refusedBy(get, `${accountPath(keyId)}/instruments?instruments=EUR_USD`),
};

/** What the HTTP status of a refused stream means. */
const DENIALS: Readonly<Record<number, Denial>> = {
  401: {
    problem:
      'OANDA rejected the token. It may have been regenerated or revoked there: copy the current token, and replace the key here',
    retryAfterMs: 15 * MINUTE,
  },
  403: {
    problem:
      'OANDA doesn’t allow this token to read the account. Check the account ID, and replace the key here',
    retryAfterMs: 15 * MINUTE,
  },
  404: {
    problem: 'OANDA doesn’t know this account. Check the account ID, and replace the key here',
    retryAfterMs: 15 * MINUTE,
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
        says: 'OANDA doesn’t know this token. Tokens of practice and live accounts differ: check the kind of account, and copy the token again.',
      };
    if (error.status === 400 || error.status === 403 || error.status === 404)
      return {
        field: 'keyId',
        says: 'The token doesn’t belong to this account. Copy the ID of your v20 account, such as 101-001-1234567-001.',
      };
    throw error;
  }
}

async function instruments(get: Get, path: string): Promise<Fields[]> {
  const body = parseExactly(await get(path));
  return (isFields(body) ? listAt(body, 'instruments') : []).filter(isFields);
}

async function listing(get: Get, keyId: string, symbol: string): Promise<Listing | null> {
  const path = `${accountPath(keyId)}/instruments?instruments=${encodeURIComponent(symbol)}`;
  const found = await instruments(get, path).catch((error: unknown) => {
    // It answers so to a name that it doesn't know.
    if (error instanceof RestError && error.status === 400) return [];
    throw error;
  });
  const mine = found.find((each) => textAt(each, 'name') === symbol && KINDS[textAt(each, 'type')]);
  if (!mine) return null;
  const places = Number(textAt(mine, 'displayPrecision'));
  return {
    symbol,
    name: nameOf(symbol),
    currency: symbol.split('_')[1] ?? '',
    tickSize: places > 0 ? `0.${'0'.repeat(places - 1)}1` : '1',
    trading: true,
  };
}

/** CFDs on indices, bonds and commodities have hours of their own, and are left out. */
const KINDS: Readonly<Record<string, ListedSymbol['kind']>> = { CURRENCY: 'currency', METAL: 'metal' };

async function* symbols(get: Get, keyId: string): AsyncGenerator<ListedSymbol[], void, undefined> {
  yield (await instruments(get, `${accountPath(keyId)}/instruments`)).flatMap((each) => {
    const [symbol, kind] = [textAt(each, 'name'), KINDS[textAt(each, 'type')]];
    const [ticker = '', currency = ''] = symbol.split('_');
    return kind ? [{ symbol, ticker, name: nameOf(symbol), kind, currency }] : [];
  });
}

const currencies = new Intl.DisplayNames('en', { type: 'currency', fallback: 'code' });
/** "Euro / US Dollar" of EUR_USD, so that it's found by either. */
const nameOf = (symbol: string): string =>
  symbol
    .split('_')
    .map((code) => (/^[A-Z]{3}$/.test(code) ? (currencies.of(code) ?? code) : code))
    .join(' / ');

/** Candles of the middle prices. Their volume counts price updates and is nothing that was traded, so it's left out. */
async function* history(
  get: Get,
  symbol: string,
  { timeframe, from, until }: HistoryRange,
): AsyncGenerator<Bar[], void, undefined> {
  const [size, ms] = timeframe === '1d' ? ['D', DAY] : ['M1', MINUTE];
  for (let begin = from; begin < until; begin += PAGE * ms) {
    const end = Math.min(until, begin + PAGE * ms);
    const times = `from=${new Date(begin).toISOString()}&to=${new Date(end).toISOString()}`;
    const days = timeframe === '1d' ? '&dailyAlignment=17&alignmentTimezone=America%2FNew_York' : '';
    const body = parseExactly(
      await get(
        `/v3/instruments/${encodeURIComponent(symbol)}/candles?price=M&granularity=${size}&${times}${days}`,
      ),
    );
    if (!isFields(body)) throw new RestError('the source did not answer with an object', 200, null);
    yield listAt(body, 'candles').flatMap((each) => (isFields(each) ? (barOf(each, begin, end) ?? []) : []));
  }
}

/** A candle that is complete and begins in [from, until). */
function barOf(candle: Fields, from: number, until: number): Bar | null {
  const { mid } = candle;
  const ts = Date.parse(textAt(candle, 'time'));
  if (!isFields(mid) || candle['complete'] !== true || ts < from || ts >= until) return null;
  return readBar(ts, {
    open: textAt(mid, 'o'),
    high: textAt(mid, 'h'),
    low: textAt(mid, 'l'),
    close: textAt(mid, 'c'),
    volume: null,
  });
}
