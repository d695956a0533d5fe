import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Budget } from '#src/shared/attention.ts';
import { periodsOf, roomOf } from './budget.ts';

/** How much an audience gets: its budget, and within how many minutes alerts are grouped; null where it has none. */
export type Attentive = { audienceId: string; budget: Budget | null; groupMinutes: number | null };

type Row = {
  id: string;
  per_hour: number | null;
  per_day: number | null;
  time_zone: string | null;
  group_minutes: number | null;
};

/**
 * The audiences' budgets and groupings. It locks those that have one, in their order, to the end of the transaction:
 * whatever else decides for the audience waits, and then counts what was decided here.
 */
export async function lockAttention(
  tx: Tx,
  workspaceId: string,
  audienceIds: readonly string[],
  { all = false } = {},
): Promise<Attentive[]> {
  const { rows } = await tx.execute<Row>(sql`
    select id, most_per_hour as per_hour, most_per_day as per_day, budget_time_zone as time_zone, group_minutes
      from audiences
     where workspace_id = ${workspaceId}::uuid and id = any(${sql.param([...audienceIds])}::uuid[])
       and (budget_time_zone is not null or group_minutes is not null or ${all}::boolean)
     order by id for no key update`);
  return rows.map(({ id, per_hour: perHour, per_day: perDay, time_zone: timeZone, group_minutes }) => ({
    audienceId: id,
    budget: timeZone === null ? null : { perHour, perDay, timeZone },
    groupMinutes: group_minutes,
  }));
}

/** What is left of an audience's budget. Under its lock. */
export async function roomFor(
  tx: Tx,
  {
    workspaceId,
    audienceId,
    budget,
    now,
  }: { workspaceId: string; audienceId: string; budget: Budget; now: Date },
): Promise<ReturnType<typeof roomOf>> {
  const { hour, day } = periodsOf(budget.timeZone, now);
  const since = (from: Date) =>
    sql`count(*) filter (where decided_at >= ${from.toISOString()}::timestamptz)::int`;
  // An hour may begin on the day before.
  const from = new Date(Math.min(hour.from.getTime(), day.from.getTime()));
  const { rows } = await tx.execute<{ hour: number; day: number }>(sql`
    select ${since(hour.from)} as hour, ${since(day.from)} as day from audience_turns
     where workspace_id = ${workspaceId}::uuid and audience_id = ${audienceId}::uuid and state = 'now'
       and decided_at >= ${from.toISOString()}::timestamptz`);
  return roomOf(budget, rows[0] ?? { hour: 0, day: 0 }, now);
}
