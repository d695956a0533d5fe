import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import { findDetector } from '../detectors/registry.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { type FiringRule, fireRule } from '../rules/fire.ts';
import { activeWatches } from '../rules/rule-index.ts';
import { barsBefore } from './bar-store.ts';

export type WatchDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

type Stream = { feed: (bar: Bar) => Finding | null; rules: FiringRule[] };
const RULES_FRESH_MS = 1_000;

/**
 * Watches one series for every active rule of every workspace. Each detector with its parameters is computed
 * once per bar however many rules ask for it; a stream that begins in the middle is warmed with stored bars.
 */
export function watchSeries(deps: WatchDeps, series: { instrumentId: string; timeframe: Timeframe }) {
  const streams = new Map<string, Stream>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh(firstTs: number): Promise<void> {
    const now = deps.clock().getTime();
    if (now - readAt < RULES_FRESH_MS) return;
    const watches = await activeWatches(deps.system, series.instrumentId, series.timeframe);
    readAt = now;
    for (const key of streams.keys()) if (!watches.has(key)) streams.delete(key);
    for (const [key, watch] of watches) {
      const running = streams.get(key);
      if (running) {
        running.rules = watch.rules;
        continue;
      }
      const configured = findDetector(watch.detector)?.configure(watch.params);
      if (!configured?.ok) {
        deps.log.warn(
          { detector: watch.detector, rules: watch.rules.map((rule) => rule.id) },
          'rules name a detector that cannot run',
        );
        continue;
      }
      const feed = configured.detector.start();
      for (const bar of await barsBefore(deps.system, series, firstTs, configured.detector.lookback))
        feed(bar);
      streams.set(key, { feed, rules: watch.rules });
    }
  }

  /**
   * Feeds closed bars, oldest first, right after the ones before. What they find is in the database when this
   * returns; feeding the same bars again to a new watch makes nothing twice.
   */
  return async function feedBars(batch: readonly Bar[]): Promise<void> {
    const first = batch[0];
    if (!first) return;
    await refresh(first.ts);
    for (const bar of batch) {
      for (const { feed, rules } of streams.values()) {
        const finding = feed(bar);
        if (!finding) continue;
        for (const rule of rules) await fire(rule, finding);
      }
    }
  };

  async function fire(rule: FiringRule, finding: Finding): Promise<void> {
    const made = await withTenant(deps.app, rule.workspaceId, (tx) =>
      fireRule(tx, deps.enqueue, { rule, finding, trialRunId: null, now: deps.clock() }),
    );
    if (made) deps.announce(rule.workspaceId);
  }
}
