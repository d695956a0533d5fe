import * as z from 'zod/mini';

/** `live`: messages come. `silent`: they have stopped. `away`: not connected. `resting`: nobody watches a symbol of it. */
export const FEED_STATES = ['connecting', 'live', 'silent', 'maintenance', 'away', 'resting'] as const;
export const feedStateSchema = z.enum(FEED_STATES);
export type FeedState = z.infer<typeof feedStateSchema>;

/** `lost`: trades that nobody has any more. `hole`: a stretch that was too long to be fetched. */
export const FEED_HAPPENINGS = ['silent', 'away', 'maintenance', 'live', 'lost', 'hole', 'refused'] as const;
export type FeedHappeningKind = (typeof FEED_HAPPENINGS)[number];

/** Why something a feed said was not believed, with the words of a summary. */
export const QUARANTINE_REASONS = {
  malformed: 'Not what the exchange promises',
  number: 'A figure missing or not a number',
  not_positive: 'A price not above zero, or a negative size',
  time: 'A time missing, impossible or ahead of now',
  order: 'A time before that of the trade before',
  unit: 'A price in another unit',
} as const;
export type QuarantineReason = keyof typeof QUARANTINE_REASONS;
export const quarantineReasonSchema = z.enum(
  Object.keys(QUARANTINE_REASONS) as [QuarantineReason, ...QuarantineReason[]],
);

/** A workspace watches no more symbols than this. */
export const WATCHES_MAX = 50;
