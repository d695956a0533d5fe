import { and, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '../database.ts';
import { usageMonths } from '../schema.ts';

/** The first day of the calendar month, in UTC, as the database writes it. */
export const monthOf = (now: Date): string => `${now.toISOString().slice(0, 7)}-01`;

/** From this part of the allowance on, the members are told. */
const NEAR = 0.8;

export type Taken =
  /** `told`: what the members have to be told by this one, and by no other. */
  { taken: true; used: number; told: 'near' | 'full' | null } | { taken: false; used: number };

/**
 * Counts one alert against the month's allowance, or one held back where it is used. The month's row is locked from
 * here to the end of the transaction: of any number of processes that ask at once, just as many get one as there are.
 */
export async function takeAllowance(
  tx: Tx,
  ask: { workspaceId: string; allowed: number | null; now: Date },
): Promise<Taken> {
  const { workspaceId, allowed, now } = ask;
  const month = monthOf(now);
  const mine = and(eq(usageMonths.workspaceId, workspaceId), eq(usageMonths.month, month));
  const take = async () => {
    const [row] = await tx
      .update(usageMonths)
      .set({ alerts: sql`${usageMonths.alerts} + 1` })
      .where(and(mine, allowed === null ? undefined : lt(usageMonths.alerts, allowed)))
      .returning();
    return row;
  };
  let row = await take();
  if (!row) {
    // The month's first, or it's used. Another process may be adding the row, so it's asked again either way.
    await tx.insert(usageMonths).values({ workspaceId, month }).onConflictDoNothing();
    row = await take();
  }
  if (!row) {
    const [full] = await tx
      .update(usageMonths)
      .set({ withheld: sql`${usageMonths.withheld} + 1` })
      .where(mine)
      .returning();
    return { taken: false, used: full?.alerts ?? 0 };
  }
  if (allowed === null) return { taken: true, used: row.alerts, told: null };
  const isFull = row.alerts >= allowed && row.toldFull !== allowed;
  const isNear = row.alerts >= Math.ceil(allowed * NEAR) && row.toldNear !== allowed;
  if (isFull || isNear) {
    await tx
      .update(usageMonths)
      .set({ toldNear: allowed, ...(isFull ? { toldFull: allowed } : {}) })
      .where(mine);
  }
  return { taken: true, used: row.alerts, told: isFull ? 'full' : isNear ? 'near' : null };
}

/** Gives back what an alert took that nobody could get, to the month that it was taken from. */
export async function returnAllowance(
  tx: Tx,
  { workspaceId, taken }: { workspaceId: string; taken: Date },
): Promise<void> {
  await tx
    .update(usageMonths)
    .set({ alerts: sql`greatest(${usageMonths.alerts} - 1, 0)` })
    .where(and(eq(usageMonths.workspaceId, workspaceId), eq(usageMonths.month, monthOf(taken))));
}

/** What a month has used so far. */
export async function usageOf(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<{ alerts: number; withheld: number }> {
  const [row] = await tx
    .select({ alerts: usageMonths.alerts, withheld: usageMonths.withheld })
    .from(usageMonths)
    .where(and(eq(usageMonths.workspaceId, workspaceId), eq(usageMonths.month, monthOf(now))));
  return row ?? { alerts: 0, withheld: 0 };
}
