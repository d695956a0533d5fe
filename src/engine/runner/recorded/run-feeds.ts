import { eq } from 'drizzle-orm';
import { instruments } from '#src/db/schema.ts';
import type { Bar } from '#src/shared/market.ts';
import {
  endFeedRun,
  type FeedRun,
  LEASE_MS,
  renewFeedRun,
  takeFeedRun,
} from '#src/engine/leases/feed-run-lease.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import { storeBars } from '#src/engine/market/bars/bar-store.ts';
import { type Ends, endsOf } from '#src/engine/market/bars/ends.ts';
import { tooOld } from '#src/engine/market/sessions/session-age.ts';
import { CALENDARS } from '#src/engine/market/sessions/calendars.ts';
import { FeedError } from '#src/engine/market/feed-error.ts';
import { type End, type LeasedWork, runLeased } from '../run-leased.ts';
import { watchSeries, type WatchDeps } from '../watch-series.ts';
import { inBatches } from './in-batches.ts';

/** Opens a feed's source. It starts after `cursor` (ms, UTC) if it can, and may give earlier bars again. */
export type OpenFeed = (run: FeedRun, cursor: number | null, signal: AbortSignal) => AsyncIterable<Bar>;

type RunnerDeps = WatchDeps & {
  /** One per kind of feed. */
  feeds: Record<string, OpenFeed>;
  instanceId: string;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};

const LOOK_EVERY_MS = 500;
const BATCH_BARS = 200;
/** A bar waits for others of its batch no longer than this, in ms: on a daily feed the next is a day away. */
const BATCH_MS = 200;

/** Runs every recorded feed whose lease is free, until the signal aborts. */
export const runFeeds = (deps: RunnerDeps, signal: AbortSignal): Promise<void> =>
  runLeased(
    {
      take: async () => {
        const run = await takeFeedRun(deps.system, deps.instanceId);
        return run && ((signal) => feedWork(deps, run, signal));
      },
      most: Infinity,
      lookEveryMs: LOOK_EVERY_MS,
      renewEveryMs: LEASE_MS / 3,
      leaseMs: LEASE_MS,
      log: deps.log,
    },
    signal,
  );

const feedWork = (deps: RunnerDeps, run: FeedRun, signal: AbortSignal): LeasedWork => ({
  name: `feed ${run.id}`,
  run: () => playFeed(deps, run, signal),
  renew: () => renewFeedRun(deps.system, run),
  giveBack: (end) =>
    endFeedRun(deps.system, run, end.state === 'released' ? { ...end, state: 'running' } : end),
});

/**
 * Plays a feed from its cursor to its end: stores its bars and evaluates the rules on them.
 * @throws Superseded, or what a database or network that is down throws
 */
async function playFeed(deps: RunnerDeps, run: FeedRun, signal: AbortSignal): Promise<End> {
  const { system } = deps;
  const open = deps.feeds[run.feed];
  if (!open) throw new Error(`There is no feed of the kind ${run.feed}.`);
  const series = { instrumentId: run.instrumentId, timeframe: run.timeframe };
  const feedBars = watchSeries(deps, series, await endsIn(deps, run));
  const { cursor } = run;

  // Bars, then events, then the cursor: a crash in between repeats a batch, and repeating creates nothing twice.
  async function store(bars: readonly Bar[]): Promise<boolean> {
    const last = bars.at(-1);
    if (!last) return true;
    await storeBars(system, series, bars);
    if (!(await feedBars(bars, signal))) return false;
    if (await renewFeedRun(system, run, { cursor: last.ts, bars: bars.length })) return true;
    throw new Superseded(`Another process holds feed ${run.id} by now.`);
  }

  try {
    const isDone = await inBatches(
      (stop) => newBars(open(run, cursor, stop), cursor),
      { most: BATCH_BARS, withinMs: BATCH_MS, store },
      signal,
    );
    return { state: isDone ? 'done' : 'released' };
  } catch (error) {
    // Only what the source itself reports is final.
    if (!(error instanceof FeedError)) throw error;
    if (!signal.aborted) deps.log.error({ err: error, feed: run.id }, 'a feed failed');
    return { state: 'failed', error: error.message };
  }
}

async function* newBars(bars: AsyncIterable<Bar>, cursor: number | null): AsyncGenerator<Bar, void> {
  for await (const bar of bars) if (cursor === null || bar.ts > cursor) yield bar;
}

/** When the bars of a feed's instrument end, and are too old, by its own calendar: rules see a half day end early, too. */
async function endsIn(
  { system }: RunnerDeps,
  { instrumentId, timeframe }: FeedRun,
): Promise<Partial<Pick<Ends, 'endOf' | 'dayOf'> & { tooOld: (previous: number, ts: number) => boolean }>> {
  const [row] = await system
    .select({ session: instruments.session })
    .from(instruments)
    .where(eq(instruments.id, instrumentId));
  if (!row) return {};
  const calendar = CALENDARS[row.session];
  return { ...endsOf(calendar, timeframe), tooOld: tooOld(calendar, timeframe) };
}
