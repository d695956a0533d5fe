import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, brands } from '#src/db/schema.ts';

/** An alert with its brand; null where there is none. */
export async function readAlert(tx: Tx, alertId: string) {
  const [row] = await tx
    .select({ alert: alerts, brand: brands })
    .from(alerts)
    .innerJoin(brands, and(eq(brands.workspaceId, alerts.workspaceId), eq(brands.id, alerts.brandId)))
    .where(eq(alerts.id, alertId));
  return row ?? null;
}
