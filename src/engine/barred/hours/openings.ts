import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { alerts, rules, sendingHours } from '#src/db/schema.ts';
import type { LapsedThen } from '#src/shared/lapsed.ts';
import { clockHours, HOURS_SCOPES } from '#src/shared/sending-hours.ts';
import type { CalendarName } from '../../market/sessions/calendars.ts';
import { marketWindow, nextWithin, type Opening, type SendingWindow } from '../../timing/sending-hours.ts';

export type HoursRow = typeof sendingHours.$inferSelect;
/** `session`: how the market of the alert's symbol trades; null where it has none. */
type Of = { brandId: string; audienceId: string | null; session: CalendarName | null };

/** Those by the clock; null where the market's count. */
export const hoursOf = ({ days, opens: from, closes: to, timeZone }: HoursRow) =>
  clockHours({ days, from, to, timeZone });

/** When an alert goes out by them; null where they don't hold it. */
const windowOf = (row: HoursRow, session: CalendarName | null): SendingWindow | null =>
  row.market === null ? hoursOf(row) : marketWindow(row.market, session);

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
const applies = (row: HoursRow, { brandId, audienceId }: Omit<Of, 'session'>): boolean =>
  row.scope === 'workspace' || row.target === (row.scope === 'brand' ? brandId : audienceId);

/** When a target may get it, and what becomes of it if it lapses until then. */
export type SendingOpening = Opening & { late: LapsedThen };

/**
 * Null where a target needn't wait. A market that never trades within the hours of the clock doesn't count, and hours without any
 * overlap don't apply: nothing would ever go out. Of several, the narrowest say what becomes of an alert that lapses. Only people
 * have digests.
 */
export function openingIn(rows: readonly HoursRow[], of: Of, now: Date): SendingOpening | null {
  const mine = rows.filter((row) => applies(row, of));
  const opening =
    nextWithin(
      mine.flatMap((row) => windowOf(row, of.session) ?? []),
      now,
    ) ??
    nextWithin(
      mine.flatMap((row) => hoursOf(row) ?? []),
      now,
    );
  if (opening === null || opening.at <= now) return null;
  const narrowest = HOURS_SCOPES.findLast((scope) => mine.some((row) => row.scope === scope));
  const late = mine.find(({ scope }) => scope === narrowest)?.late ?? 'nothing';
  return { ...opening, late: of.audienceId === null ? 'nothing' : late };
}

/**
 * When each target of an alert may get it from a moment on, by the sending hours of its workspace, its brand and its audience. Alerts of
 * critical rules and those written by hand never wait. By market hours, neither do those about no symbol, or one that always trades.
 */
export async function openingsOf(
  tx: Tx,
  { workspaceId, alertId, brandId }: { workspaceId: string; alertId: string; brandId: string },
): Promise<(audienceId: string | null, from: Date) => SendingOpening | null> {
  const rows = await tx.select().from(sendingHours).where(eq(sendingHours.workspaceId, workspaceId));
  const alert = rows.length > 0 ? await whatOf(tx, workspaceId, alertId) : undefined;
  if (!alert || alert.urgent) return () => null;
  return (audienceId, from) => openingIn(rows, { brandId, audienceId, session: alert.session }, from);
}

/** Alerts of these rules never wait. What a person wrote and sent goes when they said. */
export const isOfUrgentRule = sql<boolean>`(${rules.kind} = 'composed' or coalesce((${rules.settings} ->> 'critical')::boolean, false))`;

/**
 * How the market of an alert's symbol trades. Signals and calendars name a symbol that may be known here; where it's that of several
 * markets with other hours, it's none.
 */
export const sessionOfAlert = sql<CalendarName | null>`case
  when ${alerts.instrumentId} is not null
    then (select i.session from instruments i where i.id = ${alerts.instrumentId})
  else (select case when count(distinct i.session) = 1 then min(i.session) end from instruments i
         where upper(i.symbol) = upper(regexp_replace(${alerts.about}, '^[^:]*:', ''))
           and (not i.owned or exists (select from own_instruments o where o.instrument_id = i.id))) end`;

async function whatOf(tx: Tx, workspaceId: string, alertId: string) {
  const [row] = await tx
    .select({ urgent: isOfUrgentRule, session: sessionOfAlert })
    .from(alerts)
    .innerJoin(rules, and(eq(rules.workspaceId, alerts.workspaceId), eq(rules.id, alerts.ruleId)))
    .where(and(eq(alerts.workspaceId, workspaceId), eq(alerts.id, alertId)));
  return row;
}
