import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { ExportedAlert } from '#src/shared/account-export.ts';
import type { Tx } from '../database.ts';
import { isShown } from './shown-rendition.ts';
import { alerts, events, instruments, renditions, rules } from '../schema.ts';

/** The newest alerts of the workspace in sight, as the person's own data has them, and how many there are in all. */
export async function exportedAlerts(
  tx: Tx,
  limit: number,
): Promise<{ items: ExportedAlert[]; total: number }> {
  const rows = await tx
    .select({
      id: alerts.id,
      state: alerts.state,
      title: alerts.title,
      createdAt: alerts.createdAt,
      rule: rules.name,
      symbol: instruments.symbol,
      about: events.about,
      detector: events.detector,
      value: events.value,
      eventTime: events.barTs,
      text: sql<string | null>`(select ${renditions.prepared} ->> 'text' from ${renditions}
        where ${renditions.workspaceId} = ${alerts.workspaceId} and ${renditions.alertId} = ${alerts.id}
          and ${isShown}
        order by ${renditions.createdAt} desc, ${renditions.id} limit 1)`,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .innerJoin(rules, and(eq(rules.workspaceId, events.workspaceId), eq(rules.id, events.ruleId)))
    .leftJoin(instruments, eq(instruments.id, events.instrumentId))
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(limit);
  const [all] = await tx.select({ total: count() }).from(alerts);
  return {
    items: rows.map(({ about, symbol, createdAt, eventTime, ...row }) => ({
      ...row,
      symbol: symbol ?? about,
      eventTime: eventTime.toISOString(),
      createdAt: createdAt.toISOString(),
    })),
    total: all?.total ?? 0,
  };
}
