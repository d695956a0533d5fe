import { and, eq } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { composedAlerts } from '#src/db/schema.ts';

export type Plan = { sendAt: Date; sendLocal: string; sendZone: string };

/** When an alert is planned to go out; null where it isn’t, or isn’t any more. */
export async function planOf(tx: Tx, alertId: string): Promise<Plan | null> {
  const [row] = await tx
    .select()
    .from(composedAlerts)
    .where(and(eq(composedAlerts.alertId, alertId), eq(composedAlerts.planned, true)));
  if (!row?.sendAt || row.sendLocal === null || row.sendZone === null) return null;
  return { sendAt: row.sendAt, sendLocal: row.sendLocal, sendZone: row.sendZone };
}

/** Its plan is over: it goes out, or won’t. */
export async function endPlan(tx: Tx, alertId: string): Promise<void> {
  await tx.update(composedAlerts).set({ planned: false }).where(eq(composedAlerts.alertId, alertId));
}

/** "2026-11-27 09:00 (Europe/London)" */
export const planWords = ({ sendLocal, sendZone }: Plan): string =>
  `${sendLocal.replace('T', ' ')} (${sendZone})`;

/** When it was to go out, and the plan as long as that is still ahead; null where it was never planned. */
export async function sendTimeOf(tx: Tx, alertId: string): Promise<{ at: Date; plan: Plan | null } | null> {
  const [row] = await tx
    .select({ at: composedAlerts.sendAt })
    .from(composedAlerts)
    .where(eq(composedAlerts.alertId, alertId));
  return row?.at ? { at: row.at, plan: await planOf(tx, alertId) } : null;
}
