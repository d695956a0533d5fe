import { sql, type SQL } from 'drizzle-orm';
import type { Purpose } from '#src/db/schema/delivery.ts';

/** Why nothing of an alert may go out, to anybody. */
export const BARS = ['muted'] as const;
export type Bar = (typeof BARS)[number];

/** What is asked about: an alert's rule, instrument and brand, as SQL. */
type About = { ruleId: SQL; instrumentId: SQL; brandId: SQL };

const HERE = sql`nullif(current_setting('app.workspace_id', true), '')::uuid`;

/** Mutes `m` of an alert in the workspace in sight that aren't over. */
export const mutesOf = ({ ruleId, instrumentId, brandId }: About, now: Date): SQL => sql`
  m.workspace_id = ${HERE} and (m.until is null or m.until > ${now.toISOString()}::timestamptz)
  and ((m.kind = 'rule' and m.target = ${ruleId}) or (m.kind = 'symbol' and m.target = ${instrumentId})
    or (m.kind = 'brand' and m.target = ${brandId}))`;

/** Why nothing of an alert goes out at a moment, or null: the one condition of dispatches, claims and digests. */
export const barOf = (about: About, now: Date): SQL<Bar | null> => sql`case
  when exists (select from mutes m where ${mutesOf(about, now)}) then 'muted' end`;

/** The columns of a row of `alerts`, by the name it has in the query. */
export const aboutRow = (name: string): About => ({
  ruleId: sql.raw(`${name}.rule_id`),
  instrumentId: sql.raw(`${name}.instrument_id`),
  brandId: sql.raw(`${name}.brand_id`),
});

/** A mute holds what is new. Updates and corrections are for those who have the alert already. */
export const holds = (bar: Bar | null | undefined, purpose: Purpose): bar is Bar =>
  bar === 'muted' && purpose === 'first';
