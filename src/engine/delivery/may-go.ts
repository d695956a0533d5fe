import { sql, type SQL } from 'drizzle-orm';

const isPast = (column: SQL, now: Date): SQL =>
  sql`coalesce(${column} <= ${now.toISOString()}::timestamptz, true)`;

/**
 * Whether the embargo of a fan-out `f` is over and its sending hours have begun. It expires before that as well, unless it's
 * past news then: that goes nowhere before its embargo is over.
 */
export const isWithinHours = (now: Date, f = sql`f`): SQL => sql`
  ((${isPast(sql`${f}.embargo_until`, now)} and (${isPast(sql`${f}.opens_at`, now)}
      or (${f}.late = 'nothing' and ${f}.expires_at <= ${now.toISOString()}::timestamptz)))
    or (${f}.late = 'nothing' and ${f}.lapsed is null and ${f}.expires_at <= ${now.toISOString()}::timestamptz))`;

/** Whether it waits for no moment, no choice of what is most important and no earlier alert of its group. */
export const mayGo = (now: Date, f = sql`f`): SQL => sql`
  ${f}.gathers_until is null and not ${f}.group_waits and ${isWithinHours(now, f)}`;
