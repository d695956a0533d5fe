import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { brands } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { PERMISSIONS } from '#src/shared/permissions.ts';
import type { Announce } from '../../enqueue.ts';
import { noticeDay } from './notice-day.ts';

type Deps = { app: Database; system: Database; clock: Clock; announce: Announce };

/**
 * Sends members who can check alerts one notification per working day with the number of open checks. Like every
 * notification, it's emailed to those who want that and haven't read it. Named cross-tenant query of the engine.
 */
export async function noticeChecks(deps: Deps): Promise<void> {
  const { rows } = await deps.system.execute<{ workspace_id: string }>(
    sql`select distinct workspace_id from approval_policy_versions where content ? 'sampling'`,
  );
  for (const { workspace_id: workspaceId } of rows) {
    const told = await withTenant(deps.app, workspaceId, (tx) => noticeIn(tx, workspaceId, deps.clock()));
    if (told) deps.announce(workspaceId, 'notifications');
  }
}

async function noticeIn(tx: Tx, workspaceId: string, now: Date): Promise<boolean> {
  const [brand] = await tx
    .select({ timeZone: brands.timeZone })
    .from(brands)
    .where(and(eq(brands.workspaceId, workspaceId), eq(brands.isDefault, true)));
  const once = noticeDay(now, brand?.timeZone ?? 'UTC');
  if (once === null) return false;
  let told = false;
  for (const { user_id: onlyTo, open } of await openByPerson(tx, workspaceId)) {
    const [one, has] = [open === 1, open === 1 ? 'waits' : 'wait'];
    const isNew = await notifyMembers(tx, {
      workspaceId,
      kind: 'checks_waiting',
      title: one ? 'An alert waits for a check' : `${open} alerts wait for a check`,
      text: `${one ? 'It was' : 'They were'} sent without a review and ${has} for someone to check ${one ? 'it' : 'them'}.`,
      link: '/review?list=checks',
      at: now,
      once,
      onlyTo,
    });
    told ||= isNew;
  }
  return told;
}

/** Open checks per member who can check them. Authors can't check their own alerts. */
async function openByPerson(tx: Tx, workspaceId: string): Promise<{ user_id: string; open: number }[]> {
  const roles = sql`${sql.param([...PERMISSIONS['alerts:approve']])}::text[]`;
  const { rows } = await tx.execute<{ user_id: string; open: number }>(sql`
    select m.user_id, count(*)::int as open
      from supervisory_samples s
      join alerts a on a.workspace_id = s.workspace_id and a.id = s.alert_id
      join rules r on r.workspace_id = a.workspace_id and r.id = a.rule_id
      join members m on m.workspace_id = s.workspace_id and m.role = any(${roles})
     where s.workspace_id = ${workspaceId}::uuid and s.verdict is null
       and r.changed_by is distinct from m.user_id
       and not exists (select from alert_transitions t
            where t.workspace_id = s.workspace_id and t.alert_id = s.alert_id and t.actor = 'user:' || m.user_id
              and t.from_state = 'pending_review' and t.to_state = 'pending_review')
     group by m.user_id order by m.user_id`);
  return rows;
}
