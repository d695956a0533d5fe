import { sql, type SQL } from 'drizzle-orm';
import { unsubscribed } from '#src/db/queries/unsubscriptions.ts';
import { addresses, contacts } from '#src/db/schema.ts';
import type { Head } from './claimed.ts';

/** Why somebody gets nothing. Counted per fan-out; in words where nobody else got anything either. */
export const SKIP_REASONS = ['left', 'suppressed', 'unsubscribed', 'unconfirmed', 'served'] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Of a delivery that was open already. */
export const ENDED_BECAUSE: Readonly<Record<SkipReason, string>> = {
  left: 'The recipient has left the workspace.',
  suppressed: 'The address is suppressed.',
  unsubscribed: 'The recipient has unsubscribed.',
  unconfirmed: 'The address is not confirmed yet.',
  served: 'The recipient has this alert already.',
};

/** Of an alert that nobody got, by what kept all of them from it. */
export const NOBODY_BECAUSE: Readonly<Record<SkipReason, string>> = {
  left: 'everybody it was meant for has left',
  suppressed: 'every address it was meant for is suppressed',
  unsubscribed: 'everybody who receives these alerts has unsubscribed',
  unconfirmed: 'no address it was meant for is confirmed',
  served: 'everybody it was meant for has it already',
};

/**
 * The one place that says whether an address may get something: null where it may, or the reason why not. Beside a
 * query of `contacts` and `addresses`, where either may be missing. A trial run goes to whoever started it, and is no
 * alert that they could unsubscribe from.
 */
export const skipReason = (
  { brandId, detector }: Pick<Head, 'brandId' | 'detector'>,
  isTrial: SQL | boolean,
): SQL<SkipReason | null> => sql`case
  when ${contacts.id} is null or ${addresses.id} is null or ${contacts.deletedAt} is not null
    or ${contacts.receives} = 'nothing' then 'left'
  when ${addresses.suppressedAt} is not null then 'suppressed'
  when not ${isTrial} and ${unsubscribed({ brandId: sql`${brandId}::uuid`, detector: sql`${detector}::text` })} then 'unsubscribed'
  when ${addresses.confirmedAt} is null then 'unconfirmed'
end`;
