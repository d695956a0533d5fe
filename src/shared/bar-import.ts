import * as z from 'zod/mini';
import { isTimeZone } from './calendar/sources.ts';
import { quarantineReasonSchema } from './feeds.ts';
import { timeframeSchema } from './market.ts';
import { isSymbol } from './rules/symbols.ts';

/** What a workspace may bring in: the file as it is sent, what it unpacks to, and how many symbols of its own it has. */
export const BAR_IMPORT = { fileBytes: 10_000_000, textBytes: 80_000_000, symbols: 50, name: 200 } as const;

/** When what is traded is traded, by the names of the calendars. */
export const SESSIONS = [
  'crypto',
  'fx',
  'us-equity',
  'us-equity-extended',
  'us-futures',
  'london',
  'frankfurt',
  'tokyo',
  'hong-kong',
] as const;
export type TradingHours = (typeof SESSIONS)[number];
const PRICE_COLUMNS = ['bid', 'ask', 'mid'] as const;

/** Symbols that feeds give their instruments, and the demo its own. */
const OF_FEEDS = /:|^SIM-|\.REC$/;

/** What becomes of a jump that looks like a split: put aside, taken for a split, or for what the market did. */
export const SUSPECTED_SPLITS = ['quarantine', 'confirm', 'ignore'] as const;
export type SuspectedSplits = (typeof SUSPECTED_SPLITS)[number];

/** A query says it as a word. */
const flagSchema = z.optional(z.enum(['true', 'false'], 'Say true or false.'));

export const barImportFormSchema = z.object({
  symbol: z.string('Name a symbol').check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, 'Name a symbol'),
    z.refine((text) => text === '' || isSymbol(text), { error: 'That isn’t a symbol.' }),
    z.refine((text) => !OF_FEEDS.test(text), {
      error: 'Symbols with a colon, SIM- before or .REC behind are those of feeds. Name another.',
    }),
  ),
  timeframe: timeframeSchema,
  timeZone: z.optional(
    z.string().check(z.refine(isTimeZone, { error: 'Name a time zone like America/New_York.' })),
  ),
  price: z.optional(z.enum(PRICE_COLUMNS)),
  session: z.optional(z.enum(SESSIONS)),
  currency: z.optional(
    z.string().check(z.regex(/^[A-Z]{3,5}$/, 'A currency is three to five capitals, like USD or USDT.')),
  ),
  file: z.optional(z.string().check(z.trim(), z.maxLength(BAR_IMPORT.name))),
  suspectedSplits: z.optional(z.enum(SUSPECTED_SPLITS)),
  /** Adjust for every dividend that the file names. */
  dividends: flagSchema,
  /** Import a file though more than a tenth of its rows is put aside. */
  acceptLosses: flagSchema,
});
export type BarImportForm = z.infer<typeof barImportFormSchema>;

/** What became of a file of bars. Every row that was read is stored, replaced, unchanged or put aside. */
export const barImportSchema = z.object({
  symbol: z.string(),
  timeframe: timeframeSchema,
  file: z.string(),
  rows: z.int(),
  stored: z.int(),
  /** Bars that stood there with other figures. */
  replaced: z.int(),
  unchanged: z.int(),
  putAside: z.int(),
  /** Why, with the first lines of each. */
  reasons: z.array(z.object({ reason: quarantineReasonSchema, count: z.int(), lines: z.array(z.int()) })),
  from: z.nullable(z.iso.datetime()),
  to: z.nullable(z.iso.datetime()),
});
export type BarImport = z.infer<typeof barImportSchema>;
