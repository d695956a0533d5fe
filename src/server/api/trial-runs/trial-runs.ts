import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import type { Actor as ActivityActor, KeepAnswer } from '#src/db/queries/activity.ts';
import { answerableMember } from '#src/db/queries/membership.ts';
import { alerts, events, rules, trialRuns } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { TrialRunResult } from '#src/shared/trial-runs.ts';
import { AppError } from '#src/shared/errors.ts';
import { activityActor, here, keeping } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { TRIAL_RUNS } from './contract.ts';

export type TrialRunDeps = {
  app: Database;
  /** Starts a run of the workspace's rule. @returns its id @throws AppError trial_run_limit */
  requestTrialRun: (request: {
    workspaceId: string;
    userId: string;
    actor: ActivityActor;
    keepAnswer?: KeepAnswer;
  }) => Promise<string>;
};

export function addTrialRunRoute(route: Route, deps: TrialRunDeps): void {
  route(TRIAL_RUNS.start, async (c) => {
    const workspaceId = here(c);
    const actor = c.get('actor');
    // A key's run is sent to the member who made the key.
    const userId =
      actor.kind !== 'key'
        ? actor.user.id
        : await withTenant(deps.app, workspaceId, (tx) => answerableMember(tx, actor.key.createdBy));
    const id = await deps.requestTrialRun({
      workspaceId,
      userId,
      actor: activityActor(c),
      ...keeping(c),
    });
    return c.json({ id }, 202);
  });

  route(TRIAL_RUNS.one, async (c) => {
    const id = idOf(c);
    const run = await withTenant(deps.app, here(c), (tx) => readRun(tx, id));
    return c.json(run);
  });
}

async function readRun(tx: Tx, id: string): Promise<TrialRunResult> {
  const [row] = await tx
    .select({ run: trialRuns, rule: rules.name, madeBy: events.trialRunId })
    .from(trialRuns)
    .innerJoin(rules, and(eq(rules.workspaceId, trialRuns.workspaceId), eq(rules.id, trialRuns.ruleId)))
    .leftJoin(alerts, and(eq(alerts.workspaceId, trialRuns.workspaceId), eq(alerts.id, trialRuns.alertId)))
    .leftJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .where(eq(trialRuns.id, id));
  if (!row) throw new AppError('not_found', 'There is no such trial run.');
  const { state, error, alertId } = row.run;
  const repeated = alertId !== null && row.madeBy !== id;
  return { id, state, rule: row.rule, reason: error, alertId, repeated };
}
