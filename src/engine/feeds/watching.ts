import type { Database } from '#src/db/database.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Bar, Timeframe } from '#src/shared/market.ts';
import { remembers, type Turn, watchRules } from '../conditions/series.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { FiringError, attemptRule } from '../rules/fire.ts';
import { saveGate } from '../rules/gates.ts';
import { activeRules, rulesMark } from '../rules/rule-index.ts';
import { barsBefore } from './bar-store.ts';
import type { Split } from './corporate-actions.ts';
import { barsAsOf } from './bars-as-of.ts';
import { splitsOf } from './split-store.ts';

export type WatchDeps = {
  app: Database;
  system: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

const RULES_FRESH_MS = 1_000;
const FIRES_AT_ONCE = 4;

/**
 * Watches one series for every active rule of every workspace, with the same code as a replay. Each condition is
 * computed once per bar however many rules have it; what begins in the middle is warmed with stored bars. At a split of
 * the instrument it begins anew with the bars before as they would stand after it: a split is no event.
 */
export function watchSeries(deps: WatchDeps, series: { instrumentId: string; timeframe: Timeframe }) {
  let watch = watchRules();
  let splits: readonly Split[] = [];
  let lastTs: number | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let mark: string | null = null;

  const isPast = ({ ts }: Split): boolean => lastTs !== null && ts <= lastTs;
  function startAnew(): void {
    watch = watchRules();
    mark = null;
  }

  async function refresh(firstTs: number): Promise<void> {
    const now = deps.clock().getTime();
    if (now - readAt < RULES_FRESH_MS) return;
    // Before the rules: what changes in between is read again the next time.
    const known = await splitsOf(deps.system, series.instrumentId);
    const isOther = JSON.stringify(known.filter(isPast)) !== JSON.stringify(splits.filter(isPast));
    splits = known;
    // A split of bars that were fed already came to be known: they were not seen as they are.
    if (isOther) startAnew();
    const newest = await rulesMark(deps.system, series);
    if (newest !== mark) {
      const { rules, broken } = await activeRules(deps.system, series);
      if (broken.length > 0) deps.log.warn({ rules: broken }, 'rules have a condition that cannot be read');
      await watch.set(rules, async (count) =>
        barsAsOf(await barsBefore(deps.system, series, firstTs, count), splits, firstTs),
      );
      mark = newest;
    }
    readAt = now;
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
      const from = lastTs ?? bar.ts;
      if (splits.some(({ ts }) => ts > from && ts <= bar.ts)) {
        startAnew();
        readAt = Number.NEGATIVE_INFINITY;
        await refresh(bar.ts);
      }
      lastTs = bar.ts;
      const turns = watch.next(bar);
      for (let from = 0; from < turns.length; from += FIRES_AT_ONCE) {
        if (signal?.aborted) return false;
        await Promise.all(turns.slice(from, from + FIRES_AT_ONCE).map((turn) => take(turn, bar)));
      }
    }
    return true;
  };

  /** The event, its alert and what the rule remembers are one transaction. */
  async function take({ rule, finding, state, settle }: Turn, bar: Bar): Promise<void> {
    try {
      const outcome = await withTenant(deps.app, rule.workspaceId, async (tx) => {
        const made = finding
          ? await attemptRule(tx, deps.enqueue, { rule, finding, trialRunId: null, now: deps.clock() })
          : 'known';
        if (made !== 'refused' && remembers(rule.settings)) await saveGate(tx, rule, bar.ts, state);
        return made;
      });
      // A rule that its plan did not let speak has not spoken.
      if (outcome === 'refused') return;
      settle();
      if (typeof outcome === 'object') deps.announce(rule.workspaceId);
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
