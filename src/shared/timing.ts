import * as z from 'zod/mini';

/** How often a person gets a brand's alerts: each at once, or together in a digest. */
export const CADENCES = ['instant', 'hourly', 'daily', 'market_close'] as const;
export const cadenceSchema = z.enum(CADENCES);
export type Cadence = z.infer<typeof cadenceSchema>;

export const MINUTES_OF_DAY = 1_440;

/** Wall-clock time of a zone, in minutes after midnight. `from` after `to` is across midnight; the same is never. */
export type QuietHours = { from: number; to: number };

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** When a person gets what is due for them. `digestHour`: 0 to 23, for `daily`. */
export type Timing = {
  /** IANA. */
  timeZone: string;
  quiet: QuietHours | null;
  /** Days of the week with nothing at all: 1 is Monday, 7 is Sunday. Absent is none. */
  quietDays?: readonly number[];
  cadence: Cadence;
  digestHour: number;
};

export const DIGEST_HOUR = 8;
