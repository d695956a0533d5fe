import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Bar, Finding, Timeframe } from '#src/shared/market.ts';
import { findDetector } from '../detectors/registry.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { FiringError, type FiringRule, fireRule } from '../rules/fire.ts';
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
const FIRES_AT_ONCE = 4;

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
   * returns true; feeding the same bars again to a new watch makes nothing twice.
   * @returns false when the signal aborted in between: the batch is not finished, and has to be fed again
   */
  return async function feedBars(batch: readonly Bar[], signal?: AbortSignal): Promise<boolean> {
    const first = batch[0];
    if (!first) return true;
    await refresh(first.ts);
    for (const bar of batch) {
      for (const { feed, rules } of streams.values()) {
        const finding = feed(bar);
        if (!finding) continue;
        for (let from = 0; from < rules.length; from += FIRES_AT_ONCE) {
          if (signal?.aborted) return false;
          await Promise.all(rules.slice(from, from + FIRES_AT_ONCE).map((rule) => fire(rule, finding)));
        }
      }
    }
    return true;
  };

  async function fire(rule: FiringRule, finding: Finding): Promise<void> {
    try {
      const made = await withTenant(deps.app, rule.workspaceId, (tx) =>
        fireRule(tx, deps.enqueue, { rule, finding, trialRunId: null, now: deps.clock() }),
      );
      if (made) deps.announce(rule.workspaceId);
    } catch (error) {
      // One workspace's trouble is not the others': a rule or brand that went since the rules were read.
      if (!isRowProblem(error)) throw error;
      deps.log.warn({ err: error, rule: rule.id, workspace: rule.workspaceId }, 'a rule could not fire');
    }
  }
}

/** A constraint said no, or the workspace lacks what an alert needs; the database itself is well. */
function isRowProblem(error: unknown): boolean {
  if (error instanceof FiringError) return true;
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('23');
}
