import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Database } from '#src/db/database.ts';
import type { Life } from '#src/db/liveness.ts';
import { type DemoReplayDeps, runDemoReplay } from '#src/demo/replay.ts';
import { sinkDelivery } from '#src/demo/sink.ts';
import { DEMO_SERIES } from '#src/demo/workspace.ts';
import { backfillAlert } from '#src/engine/alerts/backfill.ts';
import type { Announce, EngineEnqueue } from '#src/engine/enqueue.ts';
import { runCrossSeries } from '#src/engine/runner/cross-series/run-cross-series.ts';
import { runLiveFeeds } from '#src/engine/runner/live/run-live.ts';
import type { FetchPage } from '#src/platform/net/fetch-page.ts';
import { runCalendar } from '#src/engine/external/calendar/run-calendar.ts';
import { runNews } from '#src/engine/external/news/run-news.ts';
import { applyPublicRights } from '#src/engine/feeds/keys/operator-reaches.ts';
import type { OwnReaches } from '#src/engine/feeds/keys/own-reaches.ts';
import type { Reach } from '#src/engine/exchanges/reach.ts';
import { paced } from '#src/engine/market/csv/pace.ts';
import { findRecorded, recordedBarsIn, replayRecorded } from '#src/engine/market/csv/recorded.ts';
import { type OpenFeed, runFeeds } from '#src/engine/runner/recorded/run-feeds.ts';
import { failTrial, runTrial } from '#src/engine/rules/trial-run.ts';
import { QUEUES } from '#src/jobs/queues.ts';
import { workQueue } from '#src/jobs/work.ts';
import type { Logger } from '#src/platform/log/log.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Bar } from '#src/shared/market.ts';

type EngineRoleDeps = {
  app: Database;
  system: Database;
  boss: PgBoss;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  instanceId: string;
  isDead: Life['isDead'];
  /** Where the build put the recorded series. */
  recordedDir: string;
  publicUrl: string;
  /** The feeds of live market data that may be used. */
  reached: readonly Reach[];
  /** Those that workspaces’ keys open by now. */
  ownFeeds: OwnReaches['all'];
  /** Seconds between two alerts of the public demo while it has visitors; null where there is none. */
  demoEvery: number | null;
  /** How pages of news and calendars are fetched. */
  fetchPage: FetchPage;
  log: Logger;
};

/** Starts watching: the feeds and the trial runs. @returns stops it, giving the leases back */
export async function startEngine(deps: EngineRoleDeps): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const feeds = runFeeds({ ...deps, feeds: { replay: openReplay(deps.recordedDir) } }, stop.signal);
  await applyPublicRights(deps.system, deps.reached);
  const live = runLiveFeeds({ ...deps, random: Math.random }, deps.reached, stop.signal);
  const joined = runCrossSeries(deps, stop.signal);
  const news = runNews(deps, stop.signal);
  const calendar = runCalendar(deps, stop.signal);
  const recordedBars = recordedBarsIn(deps.recordedDir);
  await workQueue(
    deps.boss,
    'trial-run',
    async (data, job) => {
      try {
        await runTrial({ ...deps, recordedBars }, data);
      } catch (error) {
        if (job.retryCount >= QUEUES['trial-run'].retryLimit) {
          await failTrial(deps, data, 'The run could not be carried out. Nothing was sent.');
        }
        throw error;
      }
    },
    deps.log,
  );
  const demo = deps.demoEvery === null ? null : runDemoReplay(demoDeps(deps, deps.demoEvery), stop.signal);
  return async () => {
    stop.abort();
    await demo;
    await feeds;
    await live;
    await joined;
    await news;
    await calendar;
  };
}

function demoDeps(deps: EngineRoleDeps, every: number): DemoReplayDeps {
  const series = findRecorded(DEMO_SERIES);
  if (!series) throw new Error(`There is no recorded series ${DEMO_SERIES}.`);
  const backfill = { ...deps, send: sinkDelivery };
  return {
    ...deps,
    every,
    recorded: () => replayRecorded(series, deps.recordedDir).bars,
    backfill: (alert) => backfillAlert(backfill, alert),
  };
}

/** The replay feed: a recorded series from the cursor on, at the pace of its parameters (bars per second, 0: full speed). */
function openReplay(recordedDir: string): OpenFeed {
  return (run, cursor, signal) => {
    const series = findRecorded(run.source);
    if (!series) throw new Error(`There is no recorded series ${run.source}.`);
    const bars = after(replayRecorded(series, recordedDir, { signal }).bars, cursor);
    const barsPerSecond = Number(run.params['pace'] ?? 0);
    if (!(barsPerSecond > 0)) return bars;
    const pace = { barsPerSecond, sleep: wait, now: () => performance.now() };
    return paced(bars, pace, signal);
  };
}

async function* after(bars: AsyncIterable<Bar>, cursor: number | null): AsyncGenerator<Bar, void, undefined> {
  for await (const bar of bars) if (cursor === null || bar.ts > cursor) yield bar;
}

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
