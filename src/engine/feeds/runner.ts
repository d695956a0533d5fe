import { setTimeout as sleep } from 'node:timers/promises';
import type { Bar } from '#src/shared/market.ts';
import { storeBars } from './bar-store.ts';
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
    if (signal.aborted) await endLease(deps.system, run, { state: 'running' }).catch(() => undefined);
    else {
      deps.log.error({ err: error, feed: run.id }, 'a feed failed');
      const sentence = error instanceof Error ? error.message : String(error);
      await endLease(deps.system, run, { state: 'failed', error: sentence }).catch(() => undefined);
    }
  } finally {
    clearInterval(renewal);
  }
}

/** @returns true when the source has ended, false when asked to stop */
async function pump(deps: RunnerDeps, run: FeedRun, signal: AbortSignal): Promise<boolean> {
  const open = deps.feeds[run.feed];
  if (!open) throw new Error(`There is no feed of the kind ${run.feed}.`);
  const series = { instrumentId: run.instrumentId, timeframe: run.timeframe };
  const feedBars = watchSeries(deps, series);
  const cursor = run.cursorTs?.getTime() ?? null;
  let batch: Bar[] = [];
  let since = Date.now();

  // Bars, then events, then the cursor: a crash in between repeats a batch, and repeating makes nothing twice.
  async function flush(): Promise<boolean> {
    since = Date.now();
    const last = batch.at(-1);
    if (!last) return true;
    const done = batch;
    batch = [];
    await storeBars(deps.system, series, done);
    await feedBars(done);
    return renewLease(deps.system, run, { cursor: new Date(last.ts), bars: done.length });
  }

  for await (const bar of open(run, cursor, signal)) {
    if (signal.aborted) break;
    if (cursor !== null && bar.ts <= cursor) continue;
    batch.push(bar);
    if (batch.length < BATCH_BARS && Date.now() - since < BATCH_MS) continue;
    if (!(await flush())) return false;
  }
  if (!(await flush())) return false;
  return !signal.aborted;
}
