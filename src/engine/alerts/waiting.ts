import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alertItems } from '#src/db/queries/alert-list.ts';
import { alerts } from '#src/db/schema.ts';
import type { Reviews } from '#src/shared/review.ts';
import { lapseOf } from './review.ts';

/** The alerts that wait for a review, the next to expire first; if more wait than `limit`, those that have waited longest. */
export async function waitingAlerts(tx: Tx, workspaceId: string, limit: number): Promise<Reviews> {
  const waiting = and(eq(alerts.workspaceId, workspaceId), eq(alerts.state, 'pending_review'));
  const rows = await tx
    .select()
    .from(alerts)
    .where(waiting)
    .orderBy(asc(alerts.createdAt), asc(alerts.id))
    .limit(limit);
  const lapses = new Map<string, string>();
  for (const row of rows) lapses.set(row.id, (await lapseOf(tx, row)).at.toISOString());
  const items = await alertItems(tx, workspaceId, [...lapses.keys()]);
  return {
    items: items
      .map((item) => ({ ...item, lapsesAt: lapses.get(item.id) ?? item.createdAt }))
      .toSorted((a, b) => a.lapsesAt.localeCompare(b.lapsesAt) || a.id.localeCompare(b.id)),
    count: rows.length < limit ? rows.length : await tx.$count(alerts, waiting),
  };
}
