import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { instruments } from '#src/db/schema.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { storeBars } from './bar-store.ts';
import { CALENDARS } from './bars/calendars.ts';
import { endsOf } from './bars/ends.ts';
import { FeedError } from './feed-error.ts';
import { endLease, type FeedRun, LEASE_MS, renewLease, takeLease } from './lease.ts';
import { watchSeries, type WatchDeps } from './watching.ts';

/** Opens a feed's source; it begins after `cursor` (ms, UTC) where it can, and may give earlier bars again. */
export type OpenFeed = (run: FeedRun, cursor: number | null, signal: AbortSignal) => AsyncIterable<Bar>;

export type RunnerDeps = WatchDeps & {
  /** One per kind of feed. */
  feeds: Record<string, OpenFeed>;
  instanceId: string;
  log: WatchDeps['log'] & { error: (context: object, message: string) => void };
};

const LOOK_EVERY_MS = 500;
const BATCH_BARS = 200;
const AGAIN_AFTER_MS = 2_000;
/** Bars that wait to be stored together wait no longer than this. */
const BATCH_MS = 200;

/**
 * Runs every feed whose lease it can get, until the signal aborts. On a stop the leases are given back; after a
 * kill they run out and the next process goes on from the cursor.
 */
export async function runFeeds(deps: RunnerDeps, signal: AbortSignal): Promise<void> {
  const working = new Set<Promise<void>>();
  while (!signal.aborted) {
    try {
      for (
        let run = await takeLease(deps.system, deps.instanceId);
        run;
        run = await takeLease(deps.system, deps.instanceId)
      ) {
        const work = runFeed(deps, run, signal).finally(() => working.delete(work));
        working.add(work);
      }
    } catch (error) {
      deps.log.error({ err: error }, 'looking for feeds failed');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(working);
}

/** Runs one feed from its cursor to its end, or until the lease is lost or the signal aborts. Never throws. */
async function runFeed(deps: RunnerDeps, run: FeedRun, stop: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([stop, lost.signal]);
  const renewal = setInterval(() => {
    renewLease(deps.system, run, null).then(
      (held) => held || lost.abort(),
      (error: unknown) => deps.log.warn({ err: error, feed: run.id }, 'renewing the lease of a feed failed'),
    );
  }, LEASE_MS / 3);
  try {
    const ended = await pump(deps, run, signal);
    await endLease(deps.system, run, ended ? { state: 'done' } : { state: 'running' });
  } catch (error) {
    // Only what the source itself says is final; a database or a network that was away comes back.
    const end =
      error instanceof FeedError
        ? { state: 'failed' as const, error: error.message }
        : { state: 'running' as const, againInMs: signal.aborted ? 0 : AGAIN_AFTER_MS };
    if (!signal.aborted) deps.log.error({ err: error, feed: run.id, now: end.state }, 'a feed broke off');
    await endLease(deps.system, run, end).catch(() => undefined);
  } finally {
    clearInterval(renewal);
  }
}

/** @returns true when the source has ended, false when asked to stop */
async function pump(deps: RunnerDeps, run: FeedRun, signal: AbortSignal): Promise<boolean> {
  const open = deps.feeds[run.feed];
  if (!open) throw new Error(`There is no feed of the kind ${run.feed}.`);
  const series = { instrumentId: run.instrumentId, timeframe: run.timeframe };
  const feedBars = watchSeries(deps, series, await endsIn(deps, series));
  const cursor = run.cursorTs?.getTime() ?? null;
  let batch: Bar[] = [];
  let flushing: Promise<boolean> = Promise.resolve(true);
  let timer: NodeJS.Timeout | undefined;
  const broken = new AbortController();

  // Bars, then events, then the cursor: a crash in between repeats a batch, and repeating makes nothing twice.
  async function store(bars: readonly Bar[]): Promise<boolean> {
    const last = bars.at(-1);
    if (!last) return true;
    await storeBars(deps.system, series, bars);
    if (!(await feedBars(bars, signal))) return false;
    return renewLease(deps.system, run, { cursor: new Date(last.ts), bars: bars.length });
  }
  /** One after the other, each with all the bars that have come until its turn. */
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then((held) => {
      if (!held) return false;
      const bars = batch;
      batch = [];
      return store(bars);
    });
    return flushing;
  }

  try {
    for await (const bar of open(run, cursor, AbortSignal.any([signal, broken.signal]))) {
      broken.signal.throwIfAborted();
      if (signal.aborted) break;
      if (cursor !== null && bar.ts <= cursor) continue;
      batch.push(bar);
      // A bar waits for others no longer than this, even if none comes: on a daily feed the next is a day away.
      timer ??= setTimeout(() => flush().catch((error: unknown) => broken.abort(error)), BATCH_MS);
      if (batch.length >= BATCH_BARS && !(await flush())) return false;
    }
    return (await flush()) && !signal.aborted;
  } finally {
    clearTimeout(timer);
    await flushing.catch(() => undefined);
  }
}

/** Where the bars of an instrument end by its own calendar: a day that closes early does so for its rules too. */
async function endsIn(
  { system }: RunnerDeps,
  { instrumentId, timeframe }: { instrumentId: string; timeframe: Timeframe },
): Promise<{ endOf?: (ts: number) => number }> {
  const [row] = await system
    .select({ session: instruments.session })
    .from(instruments)
    .where(eq(instruments.id, instrumentId));
  return row ? { endOf: endsOf(CALENDARS[row.session], timeframe).endOf } : {};
}
