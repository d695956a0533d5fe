import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, rules, sendingHours } from '#src/db/schema.ts';
import type { LapsedThen } from '#src/shared/lapsed.ts';
import { type Hours, HOURS_SCOPES } from '#src/shared/sending-hours.ts';
import { nextWithin } from '../../timing/sending-hours.ts';

export type HoursRow = typeof sendingHours.$inferSelect;
type Of = { brandId: string; audienceId: string | null };

export const hoursOf = ({ days, opens: from, closes: to, timeZone }: HoursRow): Hours => ({
  days,
  from,
  to,
  timeZone,
});

const key = (workspaceId: string) => sql`hashtextextended(${`sending hours of ${workspaceId}`}, 0)`;

/**
 * Locks the hours to the end of the transaction, so a change of hours sees every delivery opened under the old ones.
 * Call it before locking any row: a change of hours locks the waiting rows, too.
 */
export const keepHours = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${key(workspaceId)})`);

/** To the end of the transaction nothing is opened by hours: all that was is there to be opened anew. */
export const lockHours = (tx: Tx, workspaceId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${key(workspaceId)})`);

/** Those of the workspace, of the brand, and of the audience where it goes to one. */
const applies = (row: HoursRow, { brandId, audienceId }: Of): boolean =>
  row.scope === 'workspace' || row.target === (row.scope === 'brand' ? brandId : audienceId);

/** When a target may get it, and what becomes of it if it lapses until then. */
export type SendingOpening = { at: Date; late: LapsedThen };

/**
 * Null where a target needn't wait. Hours without any overlap don't apply: nothing would ever go out. Of several, the narrowest
 * say what becomes of an alert that lapses. Only people have digests.
 */
export function openingIn(rows: readonly HoursRow[], of: Of, now: Date): SendingOpening | null {
  const mine = rows.filter((row) => applies(row, of));
  const at = nextWithin(mine.map(hoursOf), now);
  if (at === null || at <= now) return null;
  const narrowest = HOURS_SCOPES.findLast((scope) => mine.some((row) => row.scope === scope));
  const late = mine.find(({ scope }) => scope === narrowest)?.late ?? 'nothing';
  return { at, late: of.audienceId === null ? 'nothing' : late };
}

/**
 * When each target of an alert may get it from a moment on, by the sending hours of its workspace, its brand and its audience. Alerts of
 * critical rules and those written by hand never wait.
 */
export async function openingsOf(
  tx: Tx,
  { workspaceId, alertId, brandId }: { workspaceId: string; alertId: string; brandId: string },
): Promise<(audienceId: string | null, from: Date) => SendingOpening | null> {
  const rows = await tx.select().from(sendingHours).where(eq(sendingHours.workspaceId, workspaceId));
  if (rows.length === 0 || (await isUrgent(tx, workspaceId, alertId))) return () => null;
  return (audienceId, from) => openingIn(rows, { brandId, audienceId }, from);
}

/** Alerts of these rules never wait. What a person wrote and sent goes when they said. */
export const isOfUrgentRule = sql<boolean>`(${rules.kind} = 'composed' or coalesce((${rules.settings} ->> 'critical')::boolean, false))`;

async function isUrgent(tx: Tx, workspaceId: string, alertId: string): Promise<boolean> {
  const [row] = await tx
    .select({ urgent: isOfUrgentRule })
    .from(alerts)
    .innerJoin(rules, and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId)))
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return row?.urgent === true;
}
