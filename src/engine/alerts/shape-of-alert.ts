import { and, desc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, events } from '#src/db/schema.ts';
import { shapeOf } from '../content/shape-of.ts';

/** Where a look back begins no longer matters after so many alerts. */
const LOOKED_BACK = 64;

/**
 * Which shape an alert's texts have. It follows from the brand's alerts up to this one, as its readers see no other's, and not from when each is
 * written: an attempt that is made again, or beside another, chooses the same.
 */
export async function shapeOfAlert(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<number> {
  const own = tx
    .select({ createdAt: alerts.createdAt, id: alerts.id })
    .from(alerts)
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, id)));
  const brand = tx
    .select({ id: alerts.brandId })
    .from(alerts)
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, id)));
  const rows = await tx
    .select({
      instrumentId: events.instrumentId,
      about: events.about,
      timeframe: events.timeframe,
      detector: events.detector,
      barTs: events.barTs,
    })
    .from(alerts)
    .innerJoin(events, and(eq(events.workspaceId, alerts.workspaceId), eq(events.id, alerts.eventId)))
    .where(
      and(
        eq(alerts.workspaceId, workspaceId),
        eq(alerts.brandId, brand),
        sql`(${alerts.createdAt}, ${alerts.id}) <= (${own})`,
      ),
    )
    .orderBy(desc(alerts.createdAt), desc(alerts.id))
    .limit(LOOKED_BACK);
  // What happened, and not the event's id: a replay of the same events reads the same.
  const keys = rows
    .toReversed()
    .map(({ instrumentId, about, timeframe, detector, barTs }) =>
      [instrumentId ?? about, timeframe, detector, barTs.toISOString()].join(' '),
    );
  return shapeOf(keys, keys.length < LOOKED_BACK);
}
