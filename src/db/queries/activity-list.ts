import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { ActivityFilter, ActivityPage, ActivityRow } from '#src/shared/activity.ts';
import { actionsOf } from '#src/shared/activity.ts';
import type { Tx } from '../database.ts';
import { activity } from '../schema.ts';
import { type Cursor, writeCursor } from './cursor.ts';

const DAY_MS = 86_400_000;
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

type Asked = { workspaceId: string; filter: ActivityFilter; after: Cursor | null; limit: number };

/** Who did what in the workspace in sight, newest first, a page at a time. */
export async function listActivity(tx: Tx, asked: Asked): Promise<ActivityPage> {
  const { workspaceId, filter, after, limit } = asked;
  const { person, area, from, to } = filter;
  const rows = await tx
    .select()
    .from(activity)
    .where(
      and(
        eq(activity.workspaceId, workspaceId),
        person ? eq(activity.actorUserId, person) : undefined,
        area ? inArray(activity.action, actionsOf(area)) : undefined,
        from ? gte(activity.at, startOf(from)) : undefined,
        to ? lt(activity.at, new Date(startOf(to).getTime() + DAY_MS)) : undefined,
        after
          ? sql`(${activity.at}, ${activity.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(activity.at), desc(activity.id))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(show),
    next: last ? writeCursor({ at: last.at, id: last.id }) : null,
  };
}

/** Everyone with recorded activity, by the name in their latest entry. */
export async function activityPeople(
  tx: Tx,
  workspaceId: string,
): Promise<{ userId: string; name: string }[]> {
  const { rows } = await tx.execute<{ user_id: string; name: string }>(sql`
    select user_id, name from (
      select distinct on (actor_user_id) actor_user_id as user_id, actor_name as name
        from activity where workspace_id = ${workspaceId}::uuid and actor_user_id is not null
       order by actor_user_id, at desc, id desc) people
     order by lower(name), user_id limit 200`);
  return rows.map((row) => ({ userId: row.user_id, name: row.name }));
}

const show = (row: typeof activity.$inferSelect): ActivityRow => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actorKind, userId: row.actorUserId, name: row.actorName },
  action: row.action,
  subject: row.subject,
  detail: row.detail,
});
