import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { type Clock, CLOCK_SLACK_MS } from '#src/shared/clock.ts';

export type Claimed = { workspaceId: string; id: string };
/** What is claimed of sources: `column` says when each is due, as `due` the row is named in `only`. */
export type Claim = {
  table: 'news_sources' | 'calendar_sources';
  column: 'next_at' | 'turn_at';
  /** What somebody has begun is begun by nobody else for so long; after a kill, by another then. */
  heldMs: number;
  /** A source waits no longer than this. What is due later was put down while the clock was ahead, and is due now. */
  mostMs: number;
  only?: SQL;
};

/** The sources that are due, the longest first, taken for a while: a named cross-tenant question. */
export async function claimDue(
  { system, clock }: { system: Database; clock: Clock },
  { table, column, heldMs, mostMs, only }: Claim,
  most: number,
): Promise<Claimed[]> {
  const now = clock();
  const latest = new Date(now.getTime() + mostMs + CLOCK_SLACK_MS).toISOString();
  const [sources, at] = [sql.identifier(table), sql.identifier(column)];
  const { rows } = await system.execute<{ workspace_id: string; id: string }>(sql`
    update ${sources} s set ${at} = ${new Date(now.getTime() + heldMs).toISOString()}::timestamptz
      from (select due.workspace_id, due.id from ${sources} due
             where (due.${at} <= ${now.toISOString()}::timestamptz or due.${at} > ${latest}::timestamptz) ${only ? sql`and ${only}` : sql``}
             order by due.${at} limit ${most} for update skip locked) taken
     where s.workspace_id = taken.workspace_id and s.id = taken.id
     returning s.workspace_id, s.id`);
  return rows.map((row) => ({ workspaceId: row.workspace_id, id: row.id }));
}
