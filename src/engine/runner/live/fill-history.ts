import type { Database } from '#src/db/database.ts';
import type { Reach } from '#src/engine/exchanges/reach.ts';
import { importBatch } from '#src/engine/market/bars/bar-store.ts';
import { largerBars } from '#src/engine/market/bars/larger-bars.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { isDaysLong, KEPT_TIMEFRAMES } from '#src/shared/timeframes.ts';
import { pause } from '../run-leased.ts';
import type { Progress } from './bar-pipeline.ts';
import type { Watched } from './live-store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** So far back minutes and days are fetched for an instrument that is watched for the first time. */
const MINUTES_BACK = 10 * DAY;
const DAYS_BACK = 400 * DAY;
/** A source may store a minute a little after it ended. */
const SETTLES_MS = 90_000;
const AT_ONCE = 5_000;
/** A daily bar begins at midnight; so much later its market is open on every trading day, half days included. */
const INTO_DAY = 11 * HOUR;

type FillDeps = { system: Database; reach: Reach; now: () => number; signal: AbortSignal };

/**
 * Fetches the bars of an instrument from before it is watched: minutes, with the larger bars they make, and days. Rules
 * trigger on none of them. @returns from where trades continue them; null where the source has no bars
 * @param since where stored bars end (ms, UTC), if there are some
 * @throws RestError when the source can't be asked
 */
export async function fillHistory(
  deps: FillDeps,
  { id: instrumentId, symbol, session }: Watched,
  since: number | null,
): Promise<Progress | null> {
  const { exchange, get } = deps.reach;
  const { history } = exchange;
  if (!history) return null;
  const calendar = CALENDARS[session];
  const delay = (exchange.delayMinutes ?? 0) * MINUTE;
  const until = Math.floor((deps.now() - delay - SETTLES_MS) / MINUTE) * MINUTE;
  const from = Math.max(since ?? 0, until - MINUTES_BACK);
  const read = async (timeframe: '1m' | '1d', begin: number): Promise<Bar[]> => {
    const bars: Bar[] = [];
    for await (const page of history(get, symbol, { timeframe, from: begin, until })) {
      bars.push(...page);
      await pause(exchange.askEveryMs, deps.signal);
    }
    return bars;
  };
  const store = async (timeframe: Timeframe, bars: readonly Bar[]): Promise<void> => {
    for (let at = 0; at < bars.length; at += AT_ONCE)
      await importBatch(deps.system, { instrumentId, timeframe }, bars.slice(at, at + AT_ONCE));
  };

  const minuteAt = periodsOf(calendar, '1m');
  const minutes = (await read('1m', from)).filter(({ ts }) => minuteAt(ts)?.start === ts);
  if (since === null) {
    const dayAt = periodsOf(calendar, '1d');
    const days = (await read('1d', until - DAYS_BACK)).filter(({ ts }) => {
      const day = dayAt(ts + INTO_DAY);
      // A day that isn't over has no bar yet.
      return day?.start === ts && day.end <= until;
    });
    await store('1w', largerBars(calendar, { from: '1d', to: '1w' }, days, []));
    await store('1d', days);
  }
  const first = minutes[0];
  if (!first) return null;
  for (const timeframe of KEPT_TIMEFRAMES.filter((each) => each !== '1m' && !isDaysLong(each)))
    await store(timeframe, largerBars(calendar, { from: '1m', to: timeframe }, minutes, []));
  await store('1m', minutes);
  return { closedUntil: until, wholeFrom: first.ts, cursor: { id: null, ts: until } };
}
