import { sql, type SQL } from 'drizzle-orm';
import { unsubscribed } from '#src/db/queries/unsubscriptions.ts';
import { addresses, contacts, preferences } from '#src/db/schema.ts';
import { PUBLIC } from '#src/shared/countries/verdict.ts';
import type { Timing } from '#src/shared/timing.ts';
import { contactPlace, isBlocked } from '../countries/ask.ts';
import type { Head } from './claimed.ts';

/** Why somebody gets nothing. Counted per fan-out; in words where nobody else got anything either. */
export const SKIP_REASONS = [
  'left',
  'suppressed',
  'unsubscribed',
  'unwanted',
  'country',
  'license',
  'unconfirmed',
  'served',
  'digest',
  'changed',
  'recalled',
  'moved',
  'restricted',
  'muted',
  'told',
  'filtered',
  'unaligned',
  'over_plan',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Of a delivery that was open already. */
export const ENDED_BECAUSE: Readonly<Record<SkipReason, string>> = {
  left: 'The recipient has left the workspace.',
  suppressed: 'The address is suppressed.',
  unsubscribed: 'The recipient has unsubscribed.',
  unwanted: 'The recipient has chosen other symbols.',
  country: 'The brand’s country policy blocks this kind of alert there.',
  license: 'The license of its prices doesn’t include public posts.',
  unconfirmed: 'The address is not confirmed yet.',
  served: 'The recipient has this alert already.',
  digest: 'The recipient gets it in a digest.',
  changed: 'The recipient’s preferences have changed: another digest follows.',
  recalled: 'Recalled while sending was stopped.',
  moved: 'The price moved too far since it was approved.',
  restricted: 'Its symbol is restricted for its brand.',
  muted: 'Its rule, symbol or brand was muted before it went out.',
  told: 'The recipient got another alert about the same move.',
  filtered: 'The endpoint’s filter leaves it out.',
  unaligned: 'Without an aligned domain, the brand reaches few people with a message.',
  over_plan: 'The workspace has more contacts than its plan includes.',
};

/** Of an alert that nobody got, by what kept all of them from it. */
export const NOBODY_BECAUSE: Readonly<Record<SkipReason, string>> = {
  left: 'all its recipients have left',
  suppressed: 'every address it was meant for is suppressed',
  unsubscribed: 'everyone who receives these alerts has unsubscribed',
  unwanted: 'all its recipients have chosen other symbols',
  country: 'the brand’s country policy blocks it everywhere it was meant for',
  license: 'the license of its prices doesn’t include public posts',
  unconfirmed: 'no address it was meant for is confirmed',
  served: 'all its recipients have it already',
  digest: 'all its recipients get it in a digest',
  changed: 'the preferences of all its recipients have changed',
  recalled: 'it was recalled while sending was stopped',
  moved: 'the price moved too far since it was approved',
  restricted: 'its symbol is restricted for its brand',
  muted: 'its rule, symbol or brand was muted before it went out',
  told: 'all its recipients got another alert about the same move',
  filtered: 'the filter of every endpoint it was meant for leaves it out',
  unaligned: 'without an aligned domain, the brand reaches few people with a message',
  over_plan: 'the plan includes none of the contacts it was meant for',
};

/** What is asked about: an alert's brand, detector and instrument, as SQL. */
export type About = { brandId: SQL; detector: SQL; instrumentId: SQL };

export const aboutOf = ({
  brandId,
  detector,
  instrumentId,
}: Omit<Head, 'eventMonth' | 'brandName' | 'tracking'>): About => ({
  brandId: sql`${brandId}::uuid`,
  detector: sql`${detector}::text`,
  instrumentId: sql`${instrumentId}::uuid`,
});

/** Whether an address shows a brand's alerts: a device that registered on a brand's page shows that one's alone. */
export const showsBrand = (brandId: SQL): SQL =>
  sql`(${addresses.brandId} is null or ${addresses.brandId} = ${brandId})`;

/** Some addresses are reached by one account only: then it has to be the one that the brand sends with. */
export const isReached = (brandId: SQL): SQL => sql`(${addresses.account} is null or exists (
  select from senders s join connections by_it on by_it.workspace_id = s.workspace_id and by_it.id = s.connection_id
   where s.workspace_id = ${addresses.workspaceId} and s.brand_id = ${brandId} and s.channel = ${addresses.channel}
     and by_it.account = ${addresses.account} and by_it.deleted_at is null))`;

/** To be joined where `skipReason` and `timing` are asked. */
export const withPreferences = (brandId: SQL): SQL => sql`
  left join preferences on preferences.workspace_id = contacts.workspace_id
    and preferences.contact_id = contacts.id and preferences.brand_id = ${brandId}`;

/**
 * The one place that says whether an address may get something: null where it may, or the reason why not. Beside a
 * query of `contacts`, `addresses` and `preferences`, where any may be missing. A trial run goes to whoever started it,
 * and is no alert that they could unsubscribe from. An alert on no instrument is on no symbol that could be unwanted.
 */
export const skipReason = (
  { brandId, detector, instrumentId }: About,
  isTrial: SQL | boolean,
): SQL<SkipReason | null> => sql`case
  when ${contacts.id} is null or ${addresses.id} is null or ${contacts.deletedAt} is not null
    or ${contacts.receives} = 'nothing' then 'left'
  when ${addresses.suppressedAt} is not null then 'suppressed'
  when not ${isTrial} and ${unsubscribed({ brandId, detector })} then 'unsubscribed'
  when not ${isTrial} and ${instrumentId} <> all(${preferences.instruments}) then 'unwanted'
  when not ${isTrial} and ${isBlocked({ brandId, detector, instrumentId }, contactPlace)} then 'country'
  when ${addresses.confirmedAt} is null then 'unconfirmed'
end`;

/**
 * The same where the workspace has more contacts than its plan includes: who was added after the last that it includes gets
 * nothing, also not once their address is confirmed.
 */
export const withinPlan = (may: SQL<SkipReason | null>, edge: string | null): SQL<SkipReason | null> =>
  edge === null
    ? may
    : sql`case when ${contacts.userId} is null and ${contacts.id} > ${edge}::uuid
             then coalesce(nullif(${may}, 'unconfirmed'), 'over_plan') else ${may} end`;

/** The person's `Timing`, as JSON; null where they have no preferences. Beside the same query. */
export const timing: SQL<Timing | null> = sql`case when preferences.contact_id is not null then json_build_object(
  'timeZone', coalesce(${preferences.timeZone}, ${contacts.timeZone}, 'UTC'),
  'quiet', case when ${preferences.quietFrom} is not null
    then json_build_object('from', ${preferences.quietFrom}, 'to', ${preferences.quietTo}) end,
  'quietDays', ${preferences.quietDays},
  'cadence', ${preferences.cadence}, 'digestHour', ${preferences.digestHour}) end`;

/**
 * Why a place that anyone may read gets nothing: the brand's country policy blocks it for public posts, or the prices are
 * those of an operator's key that isn't licensed for them.
 */
export const placeSkipReason = (about: About): SQL<SkipReason | null> => sql`case
  when ${isBlocked(about, sql.raw(`'${PUBLIC}'`))} then 'country'
  when exists (select from instruments of_it where of_it.id = ${about.instrumentId} and not of_it.public_prices)
    then 'license'
end`;

/** Whether the brand may count what the person opens and follows. Beside the same query. */
export const tracked: SQL<boolean> = sql`coalesce(${preferences.tracked}, true)`;

/** Theirs for the brand, or else theirs. Beside the same query. */
export const language: SQL<string | null> = sql`coalesce(${preferences.language}, ${contacts.language})`;
