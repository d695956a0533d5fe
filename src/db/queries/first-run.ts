import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { FirstRun, FirstRunChange, FirstRunStep } from '#src/shared/first-run.ts';
import type { Tx } from '../database.ts';
import { firstRun } from '../schema.ts';

type Mine = { workspaceId: string; userId: string };

/**
 * When a step is done, as a condition over the current workspace. A step without a line is never done: add one together
 * with its part of the account area.
 */
const DONE: Partial<Record<FirstRunStep, (mine: Mine) => SQL<boolean>>> = {
  confirm: ({ userId }) =>
    sql`exists (select from users where id = ${userId}::uuid and email_confirmed_at is not null)`,
  trial: () => sql`exists (select from alerts)`,
  look: ({ workspaceId, userId }) =>
    sql`exists (select from first_run where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid and looked_at is not null)`,
  team: () => sql`(select count(*) > 1 from members) or exists (select from invitations)`,
  plan: () => sql`exists (select from subscriptions where status <> 'Trial')`,
};

/** How far a person is, in the workspace in sight. */
export async function readFirstRun(tx: Tx, mine: Mine): Promise<FirstRun> {
  const steps = Object.entries(DONE) as [FirstRunStep, (mine: Mine) => SQL<boolean>][];
  const { rows } = await tx.execute<Record<string, boolean>>(
    sql`select ${sql.join(
      steps.map(([step, condition]) => sql`${condition(mine)} as ${sql.identifier(step)}`),
      sql`, `,
    )}`,
  );
  const [row] = await tx
    .select()
    .from(firstRun)
    .where(and(eq(firstRun.workspaceId, mine.workspaceId), eq(firstRun.userId, mine.userId)));
  return {
    done: steps.flatMap(([step]) => (rows[0]?.[step] ? [step] : [])),
    dismissed: Boolean(row?.dismissedAt),
  };
}

/** Stores what the person has told us; repeating it changes nothing. */
export async function changeFirstRun(tx: Tx, mine: Mine, change: FirstRunChange, now: Date): Promise<void> {
  const set = {
    ...(change.looked ? { lookedAt: now } : {}),
    ...(change.dismissed === undefined ? {} : { dismissedAt: change.dismissed ? now : null }),
  };
  if (Object.keys(set).length === 0) return;
  await tx
    .insert(firstRun)
    .values({ ...mine, ...set })
    .onConflictDoUpdate({ target: [firstRun.workspaceId, firstRun.userId], set });
}
