import { sql, type SQL } from 'drizzle-orm';
import type { Purpose } from '#src/db/schema/delivery.ts';
import type { SymbolList } from '#src/shared/symbol-lists/lists.ts';

/** Why nothing of an alert may go out, to anybody. The stronger first. */
export const BARS = ['restricted', 'muted'] as const;
export type Bar = (typeof BARS)[number];

/** What is asked about: an alert's rule, brand and instrument, or what it is about without one, as SQL. */
export type About = { ruleId: SQL; instrumentId: SQL; brandId: SQL; about: SQL };

const HERE = sql`nullif(current_setting('app.workspace_id', true), '')::uuid`;
const moment = (now: Date): SQL => sql`${now.toISOString()}::timestamptz`;

/** Mutes `m` of an alert in the workspace in sight that aren't over. */
export const mutesOf = ({ ruleId, instrumentId, brandId }: About, now: Date): SQL => sql`
  m.workspace_id = ${HERE} and (m.until is null or m.until > ${moment(now)})
  and ((m.kind = 'rule' and m.target = ${ruleId}) or (m.kind = 'symbol' and m.target = ${instrumentId})
    or (m.kind = 'brand' and m.target = ${brandId}))`;

/** Entries `l` of a list that apply at a moment. */
export const inForce = (now: Date): SQL => sql`
  l.ended_at is null and l.valid_from <= ${moment(now)} and (l.valid_until is null or l.valid_until > ${moment(now)})`;

/**
 * Entries `l` of a list of an alert's brand that name its symbol. Where either of them names no exchange, the symbol alone
 * counts: one that is listed as AAPL is meant on every exchange.
 */
export function listedOf({ instrumentId, brandId, about }: About, list: SymbolList, now: Date): SQL {
  // Under row security, an index isn't used with what `coalesce` answers.
  const symbol = sql`upper(case when ${instrumentId} is null then ${about}
    else (select i.symbol from instruments i where i.id = ${instrumentId}) end)`;
  const bare = sql`regexp_replace(${symbol}, '^[^:]*:', '')`;
  return sql`
  l.workspace_id = ${HERE} and l.brand_id = ${brandId} and l.list = ${sql.raw(`'${list}'`)} and ${inForce(now)}
  and l.bare = ${bare} and (l.symbol = ${symbol} or l.symbol = l.bare or ${symbol} = ${bare})`;
}

/** Asked once a statement: most workspaces have neither, and large digests ask about each alert of each person. */
const anyRestricted = (now: Date): SQL => sql`exists (
  select from listed_symbols l where l.workspace_id = ${HERE} and l.list = 'restricted' and ${inForce(now)})`;
const anyMuted = (now: Date): SQL => sql`exists (
  select from mutes m where m.workspace_id = ${HERE} and (m.until is null or m.until > ${moment(now)}))`;

/** Why nothing of an alert goes out at a moment, or null: the one condition of dispatches, claims and digests. */
export const barOf = (about: About, now: Date): SQL<Bar | null> => sql`case
  when ${anyRestricted(now)} and exists (select from listed_symbols l where ${listedOf(about, 'restricted', now)})
    then 'restricted'
  when ${anyMuted(now)} and exists (select from mutes m where ${mutesOf(about, now)}) then 'muted' end`;

/** The columns of a row of `alerts`, by the name it has in the query. */
export const aboutRow = (name: string): About => ({
  ruleId: sql.raw(`${name}.rule_id`),
  instrumentId: sql.raw(`${name}.instrument_id`),
  brandId: sql.raw(`${name}.brand_id`),
  about: sql.raw(`${name}.about`),
});

export type Barred = { ruleId: string; instrumentId: string | null; brandId: string; about: string | null };
export const aboutAlert = ({ ruleId, instrumentId, brandId, about }: Barred): About => ({
  ruleId: sql`${ruleId}::uuid`,
  instrumentId: sql`${instrumentId}::uuid`,
  brandId: sql`${brandId}::uuid`,
  about: sql`${about}::text`,
});

/**
 * A mute holds what is new: updates and corrections are for those who have the alert already. The restricted list lets
 * nothing out but corrections, which a person approves.
 */
export const holds = (bar: Bar | null | undefined, purpose: Purpose): bar is Bar =>
  (bar === 'muted' && purpose === 'first') ||
  (bar === 'restricted' && (purpose === 'first' || purpose === 'update'));
