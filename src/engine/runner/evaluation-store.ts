import pg from 'pg';
import type { Database } from '#src/db/database.ts';
import { PLAN_QUESTION, type PlanAnswer, planOfAnswer } from '#src/db/queries/plan.ts';
import { withTenantAsking } from '#src/db/tenant.ts';
import { isOfARow } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { Evaluation } from '../evaluation/conditions/series.ts';
import { remembers } from '../evaluation/conditions/live-rule.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { type Attempt, attemptRules, type Firing, FiringError } from '../events/fire-rule.ts';
import { saveGates } from '../frequency/gate-store.ts';
import { coalesceBy } from '#src/platform/concurrency/coalesce.ts';

export type EvaluationDeps = {
  app: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** An SQL condition that must stay true until the transaction ends for its events to commit; `broken` makes the error. */
  fence?: { question: string; broken: () => Error };
};

/** A rule's result on a bar. `stored` is the storing of that bar: no event commits before it's done. */
type Result = Pick<Evaluation, 'rule' | 'detection' | 'state' | 'at'> & {
  stored: Promise<unknown> | undefined;
};
type Answer = { held: boolean; current: string[]; plan: PlanAnswer };

/** At most this many results go into one transaction. */
const MOST_RESULTS = 100;

/**
 * Makes the function that writes what rules found on a bar. Event, alert and the rule's frequency state are one
 * transaction; results of a workspace that arrive together share it. A result that already has an event creates nothing.
 * @returns what happened to the result: `refused` if the rule was changed or paused meanwhile, or its plan's limit is used up
 */
export const evaluationStore = (deps: EvaluationDeps): ((result: Result) => Promise<Attempt>) =>
  coalesceBy(
    ({ rule }) => rule.workspaceId,
    async (all) => {
      const attempts = await write(deps, all);
      const isNew = attempts.some((attempt) => typeof attempt === 'object');
      if (isNew && all[0]) deps.announce(all[0].rule.workspaceId);
      return attempts;
    },
    { most: MOST_RESULTS, isOfOne: (error) => error instanceof FiringError || isOfARow(error) },
  );

const versionOf = ({ rule }: Result): string => `${rule.id} ${rule.version}`;

async function write(deps: EvaluationDeps, all: readonly Result[]): Promise<Attempt[]> {
  const workspaceId = all[0]?.rule.workspaceId ?? '';
  const ids = [...new Set(all.map(({ rule }) => pg.escapeLiteral(rule.id)))];
  // Rules that are paused or changed until the transaction starts trigger nothing.
  const current = `array(select id || ' ' || version from rules where id in (${ids.join(', ')})
    and state = 'active' and deleted_at is null)`;
  const question = `select ${deps.fence?.question ?? 'true'} as held, ${current} as current, ${PLAN_QUESTION} as plan`;
  return withTenantAsking<Attempt[], Answer>(deps.app, { workspaceId, question }, async (tx, answer) => {
    if (deps.fence && answer?.held !== true) throw deps.fence.broken();
    const now = deps.clock();
    const attempts = new Map<Result, Attempt>();
    const unchanged = all.filter((each) => answer?.current.includes(versionOf(each)));
    for (const each of unchanged) attempts.set(each, 'known');
    const triggered = unchanged.flatMap((each): [Result, Firing][] =>
      each.detection ? [[each, { rule: each.rule, detection: each.detection, trialRunId: null, now }]] : [],
    );
    const plan = planOfAnswer(answer?.plan ?? null, now);
    const made = await attemptRules(
      tx,
      deps.enqueue,
      triggered.map(([, firing]) => firing),
      plan,
    );
    for (const [at, [each]] of triggered.entries()) attempts.set(each, made[at] ?? 'refused');
    const kept = unchanged.filter(
      (each) => attempts.get(each) !== 'refused' && remembers(each.rule.settings),
    );
    await saveGates(tx, kept);
    await Promise.all(all.map(({ stored }) => stored));
    return all.map((each) => attempts.get(each) ?? 'refused');
  });
}
