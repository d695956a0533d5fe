import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import type { Audience } from '#src/shared/audiences.ts';
import type { Tx } from '../database.ts';
import { audiences } from '../schema.ts';
import { type AudienceOf, isOfAudience } from './audience.ts';

type Found = AudienceOf & { name: string };

/** A living audience of the workspace in sight. @returns null where there is none */
export async function findAudience(tx: Tx, id: string): Promise<Found | null> {
  const [found] = await tx
    .select({ id: audiences.id, name: audiences.name, kind: audiences.kind, filter: audiences.filter })
    .from(audiences)
    .where(and(eq(audiences.id, id), isNull(audiences.deletedAt)));
  return found ?? null;
}

/** Members first, then by name, each with the rules that send to it. */
export const listAudiences = (tx: Tx, only?: SQL): Promise<Audience[]> =>
  tx
    .select({
      id: audiences.id,
      name: audiences.name,
      kind: audiences.kind,
      filter: audiences.filter,
      budget: sql<
        Audience['budget']
      >`case when ${audiences.budgetTimeZone} is not null then json_build_object(
        'perHour', ${audiences.mostPerHour}, 'perDay', ${audiences.mostPerDay}, 'timeZone', ${audiences.budgetTimeZone}) end`,
      groupMinutes: audiences.groupMinutes,
      rules: sql<Audience['rules']>`(
        select coalesce(json_agg(json_build_object('id', used.id, 'name', used.name) order by lower(used.name)), '[]')
          from (select distinct r.id, r.name from route_targets t
                  join routes o on o.workspace_id = t.workspace_id and o.id = t.route_id
                  join rules r on r.workspace_id = o.workspace_id and r.id = o.rule_id and r.deleted_at is null
                 where t.workspace_id = audiences.workspace_id and t.audience_id = audiences.id) used)`,
    })
    .from(audiences)
    .where(and(isNull(audiences.deletedAt), only))
    .orderBy(sql`${audiences.kind} <> 'members'`, asc(sql`lower(${audiences.name})`));

/** How many contacts are in an audience now. */
export async function countAudience(tx: Tx, audience: AudienceOf, now: Date): Promise<number> {
  // From the list, which may be a small part of all contacts.
  const from =
    audience.kind === 'list'
      ? sql`audience_contacts l join contacts c on c.workspace_id = l.workspace_id and c.id = l.contact_id
              and l.audience_id = ${audience.id}::uuid and c.deleted_at is null and c.receives = 'all'`
      : sql`contacts c where ${isOfAudience(audience, sql.raw('c'), now)}`;
  const { rows } = await tx.execute<{ count: number }>(sql`select count(*)::int as count from ${from}`);
  return rows[0]?.count ?? 0;
}
