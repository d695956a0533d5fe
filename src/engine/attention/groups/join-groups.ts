import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, rules } from '#src/db/schema.ts';
import { CLOCK_SLACK_MS } from '#src/shared/clock.ts';
import { groupOf } from './group-of.ts';
import { type GroupedKind, KEPT } from './kept-groups.ts';

type Asked = { workspaceId: string; alertId: string; now: Date };
/** An audience or a place, and within how many minutes it groups; null where each alert is sent. */
export type Grouping = { kind: GroupedKind; id: string; groupMinutes: number | null };

/**
 * Groups an alert, for each audience and place with grouping, with one about the same symbol that moved the same way.
 * Critical rules and what a person wrote always go. In the transaction that opens its fan-outs, under the lock of the
 * audiences and places: of two processes the second sees what the first has sent.
 * @returns the first alert of its group, by audience or place; those for which it is the first aren't in it
 */
export async function joinGroups(
  tx: Tx,
  { workspaceId, alertId, now }: Asked,
  targets: readonly Grouping[],
): Promise<Map<string, string>> {
  const followed = new Map<string, string>();
  const grouping = targets.flatMap(({ kind, id, groupMinutes }) =>
    groupMinutes === null ? [] : [{ kind, id, minutes: groupMinutes }],
  );
  if (grouping.length === 0) return followed;
  const about = await aboutOf(tx, workspaceId, alertId);
  if (!about) return followed;
  const { ruleId, brandId, instrumentId, direction, critical } = about;
  for (const { kind, id, minutes } of grouping) {
    const key = { workspaceId, kind, id, brandId, instrumentId, direction };
    const first = critical
      ? null
      : groupOf(await firstsOf(tx, key, { now, minutes }), { ruleId, now, minutes });
    if (first) followed.set(id, first.alertId);
    const { table, of } = KEPT[kind];
    // It may be there: one that was taken back before it went out, and was approved again.
    await tx.execute(sql`
      insert into ${table} (workspace_id, ${of}, alert_id, first_alert_id, rule_id, brand_id, instrument_id, direction, at)
      values (${workspaceId}::uuid, ${id}::uuid, ${alertId}::uuid, ${first?.alertId ?? alertId}::uuid, ${ruleId}::uuid,
              ${brandId}::uuid, ${instrumentId}::uuid, ${direction}, ${now.toISOString()}::timestamptz)
      on conflict do nothing`);
  }
  return followed;
}

/** Null for what has no symbol or says no direction, as an external event, and for what a person wrote. */
async function aboutOf(tx: Tx, workspaceId: string, alertId: string) {
  const [row] = await tx
    .select({
      ruleId: alerts.ruleId,
      brandId: alerts.brandId,
      instrumentId: alerts.instrumentId,
      kind: rules.kind,
      settings: rules.settings,
      // The way it says that the price went.
      direction: sql<string | null>`(
        select r.content #>> '{documents,0,direction}' from revisions r
         where r.workspace_id = ${alerts.workspaceId} and r.alert_id = ${alerts.id} and r.hash = ${alerts.approvedHash}
         order by r.n desc limit 1)`,
    })
    .from(alerts)
    .innerJoin(rules, and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId)))
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  if (!row || row.instrumentId === null || row.kind === 'composed') return null;
  const { ruleId, brandId, instrumentId, direction, settings } = row;
  if (direction !== 'up' && direction !== 'down') return null;
  return { ruleId, brandId, instrumentId, direction, critical: settings.critical === true } as const;
}

type Key = {
  workspaceId: string;
  kind: GroupedKind;
  id: string;
  brandId: string;
  instrumentId: string;
  direction: 'up' | 'down';
};

const FIRSTS_READ = 50;

async function firstsOf(tx: Tx, key: Key, { now, minutes }: { now: Date; minutes: number }) {
  const from = new Date(now.getTime() - minutes * 60_000).toISOString();
  // What came while the clock was ahead is over.
  const until = new Date(now.getTime() + CLOCK_SLACK_MS).toISOString();
  const { table, of } = KEPT[key.kind];
  const { rows } = await tx.execute<{ alert_id: string; rule_id: string; at: string }>(sql`
    select alert_id, rule_id, at from ${table}
     where workspace_id = ${key.workspaceId}::uuid and ${of} = ${key.id}::uuid
       and brand_id = ${key.brandId}::uuid and instrument_id = ${key.instrumentId}::uuid
       and direction = ${key.direction} and first_alert_id = alert_id
       and at > ${from}::timestamptz and at <= ${until}::timestamptz
     order by seq desc limit ${FIRSTS_READ}`);
  return rows.map(({ alert_id, rule_id, at }) => ({ alertId: alert_id, ruleId: rule_id, at: new Date(at) }));
}
