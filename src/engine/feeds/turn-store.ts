import pg from 'pg';
import type { Database } from '#src/db/database.ts';
import { PLAN_QUESTION, type PlanAnswer, planOfAnswer } from '#src/db/queries/plan.ts';
import { withTenantAsking } from '#src/db/tenant.ts';
import { isOfARow } from '#src/db/violates.ts';
import type { Clock } from '#src/shared/clock.ts';
import { remembers, type Turn } from '../conditions/series.ts';
import type { Announce, EngineEnqueue } from '../enqueue.ts';
import { type Attempt, attemptRules, type Firing, FiringError } from '../rules/fire.ts';
import { saveGates } from '../rules/gates.ts';
import { togetherBy } from './together.ts';

export type TurnDeps = {
  app: Database;
  enqueue: EngineEnqueue;
  announce: Announce;
  clock: Clock;
  /** SQL of a question that has to be true, to the end of the transaction, for an event to be made. */
  fence?: { question: string; broken: () => Error };
};

/** What a bar made of a rule, and the storing of that bar, where it is still under way: no event stands before it is done. */
type Given = Pick<Turn, 'rule' | 'finding' | 'state' | 'at'> & { stored: Promise<unknown> | undefined };
type Answer = { held: boolean; standing: string[]; plan: PlanAnswer };

/** So many turns are one transaction at most. */
const MOST_TURNS = 100;

/**
 * Writes what bars made of rules: the event, its alert and what the rule remembers are one transaction, and so is what
 * comes at the same time of a workspace. What has made an event before makes nothing.
 * @returns what became of a turn; one of a rule that is another by now, or that its plan does not let speak, is refused
 */
export const turnStore = (deps: TurnDeps): ((given: Given) => Promise<Attempt>) =>
  togetherBy(
    ({ rule }) => rule.workspaceId,
    async (all) => {
      const attempts = await write(deps, all);
      const isNew = attempts.some((attempt) => typeof attempt === 'object');
      if (isNew && all[0]) deps.announce(all[0].rule.workspaceId);
      return attempts;
    },
    { most: MOST_TURNS, isOfOne: (error) => error instanceof FiringError || isOfARow(error) },
  );

const versionOf = ({ rule }: Given): string => `${rule.id} ${rule.version}`;

async function write(deps: TurnDeps, all: readonly Given[]): Promise<Attempt[]> {
  const workspaceId = all[0]?.rule.workspaceId ?? '';
  const ids = [...new Set(all.map(({ rule }) => pg.escapeLiteral(rule.id)))];
  // Whoever pauses or changes a rule is heard until the event itself is made.
  const standing = `array(select id || ' ' || version from rules where id in (${ids.join(', ')})
    and state = 'active' and deleted_at is null)`;
  const question = `select ${deps.fence?.question ?? 'true'} as held, ${standing} as standing, ${PLAN_QUESTION} as plan`;
  return withTenantAsking<Attempt[], Answer>(deps.app, { workspaceId, question }, async (tx, answer) => {
    if (deps.fence && answer?.held !== true) throw deps.fence.broken();
    const now = deps.clock();
    const attempts = new Map<Given, Attempt>();
    const stand = all.filter((each) => answer?.standing.includes(versionOf(each)));
    for (const each of stand) attempts.set(each, 'known');
    const speaking = stand.flatMap((each): [Given, Firing][] =>
      each.finding ? [[each, { rule: each.rule, finding: each.finding, trialRunId: null, now }]] : [],
    );
    const plan = planOfAnswer(answer?.plan ?? null, now);
    const made = await attemptRules(
      tx,
      deps.enqueue,
      speaking.map(([, firing]) => firing),
      plan,
    );
    for (const [at, [each]] of speaking.entries()) attempts.set(each, made[at] ?? 'refused');
    const kept = stand.filter((each) => attempts.get(each) !== 'refused' && remembers(each.rule.settings));
    await saveGates(tx, kept);
    await Promise.all(all.map(({ stored }) => stored));
    return all.map((each) => attempts.get(each) ?? 'refused');
  });
}
