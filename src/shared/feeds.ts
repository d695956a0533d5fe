import * as z from 'zod/mini';

/** `live`: messages come. `silent`: they have stopped. `away`: not connected. `denied`: the key may not connect. `resting`: nobody watches a symbol of it. */
const FEED_STATES = ['connecting', 'live', 'silent', 'maintenance', 'away', 'denied', 'resting'] as const;
export const feedStateSchema = z.enum(FEED_STATES);
export type FeedState = z.infer<typeof feedStateSchema>;

/** `lost`: trades that nobody has any more. `hole`: a stretch that was too long to be fetched. */
const FEED_HAPPENINGS = [
  'silent',
  'away',
  'denied',
  'maintenance',
  'live',
  'lost',
  'hole',
  'refused',
  'halted',
  'resumed',
] as const;
export type FeedHappeningKind = (typeof FEED_HAPPENINGS)[number];

/** As what files stand among the feeds, where something of them was put aside. */
export const IMPORT_FEED = 'import';

/** Why something a feed said was not believed, with the words of a summary. */
export const QUARANTINE_REASONS = {
  malformed: 'Unexpected message format',
  number: 'Missing or invalid number',
  not_positive: 'Price not above zero, or negative size',
  time: 'Missing, invalid or future time',
  order: 'Time not after the previous one',
  unit: 'Price in another unit',
  // Of files that are imported.
  column_count: 'Wrong number of columns',
  quote: 'Unclosed quote',
  no_such_time: 'Local time that doesn’t exist',
  high_below_low: 'High below low',
  outside_range: 'Open or close outside low to high',
  stale: 'Repeat of the previous bar',
  too_near: 'Too close to the previous bar',
  suspected_split: 'Suspected split',
  canceled: 'Trade canceled or corrected after its bar closed',
  absurd: 'Price over a thousand times the previous one, or under a thousandth',
} as const;
export type QuarantineReason = keyof typeof QUARANTINE_REASONS;
export const quarantineReasonSchema = z.enum(
  Object.keys(QUARANTINE_REASONS) as [QuarantineReason, ...QuarantineReason[]],
);

/** A workspace watches no more symbols than this. */
export const WATCHES_MAX = 500;

export const feedSchema = z.object({
  name: z.string(),
  title: z.string(),
  simulated: z.boolean(),
  own: z.boolean(),
  operatorKey: z.nullable(z.object({ inPublic: z.boolean(), license: z.string() })),
  example: z.string(),
  delayMinutes: z.nullable(z.int()),
  state: feedStateSchema,
  problem: z.nullable(z.string()),
  since: z.nullable(z.iso.datetime()),
  lastMessageAt: z.nullable(z.iso.datetime()),
  lagMs: z.nullable(z.int()),
  silent: z.array(z.string()),
  counts: z.object({
    ticks: z.int(),
    repeated: z.int(),
    filled: z.int(),
    lost: z.int(),
    late: z.int(),
    quarantined: z.int(),
    connects: z.int(),
    silences: z.int(),
  }),
});
export type Feed = z.infer<typeof feedSchema>;

export const feedHappeningSchema = z.object({
  id: z.uuid(),
  feed: z.string(),
  kind: z.enum(FEED_HAPPENINGS),
  problem: z.string(),
  at: z.iso.datetime(),
});
export type FeedHappening = z.infer<typeof feedHappeningSchema>;
export const feedsSchema = z.object({ items: z.array(feedSchema), happenings: z.array(feedHappeningSchema) });
export type Feeds = z.infer<typeof feedsSchema>;

export const feedWatchSchema = z.object({
  id: z.uuid(),
  feed: z.string(),
  symbol: z.string(),
  instrument: z.string(),
  name: z.string(),
  exchange: z.string(),
  currency: z.string(),
  tickSize: z.nullable(z.string()),
  session: z.string(),
  simulated: z.boolean(),
  price: z.nullable(z.string()),
  priceAt: z.nullable(z.iso.datetime()),
  barsUntil: z.nullable(z.iso.datetime()),
  refused: z.nullable(z.string()),
  delayMinutes: z.nullable(z.int()),
  halted: z.nullable(z.object({ since: z.iso.datetime(), reason: z.string() })),
});
export type FeedWatch = z.infer<typeof feedWatchSchema>;
export const feedWatchesSchema = z.object({ items: z.array(feedWatchSchema) });

export const feedWatchFormSchema = z.object({
  feed: z.string('Name a feed').check(z.minLength(1, 'Name a feed'), z.maxLength(40)),
  symbol: z
    .string('Name a symbol')
    .check(
      z.trim(),
      z.minLength(1, 'Name a symbol'),
      z.maxLength(40, 'No symbol is longer than 40 characters'),
    ),
});
export type FeedWatchForm = z.infer<typeof feedWatchFormSchema>;

export const SYMBOL_KINDS = ['crypto', 'stock', 'fund', 'currency', 'metal'] as const;
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

/**
 * `feed` and `title` are null for a stock that no feed here has. `venue`: the exchange that lists a stock. `price`: of the
 * newest trade or stored bar, null where none is stored. `closed` is null where the market's hours aren't known.
 */
export const foundSymbolsSchema = z.object({
  items: z.array(
    z.object({
      feed: z.nullable(z.string()),
      title: z.nullable(z.string()),
      symbol: z.string(),
      name: z.string(),
      kind: z.enum(SYMBOL_KINDS),
      currency: z.string(),
      venue: z.nullable(z.string()),
      isin: z.nullable(z.string()),
      price: z.nullable(z.string()),
      priceAt: z.nullable(z.iso.datetime()),
      delayMinutes: z.nullable(z.int()),
      closed: z.nullable(z.boolean()),
    }),
  ),
  loading: z.array(z.string()),
});
export type FoundSymbols = z.infer<typeof foundSymbolsSchema>;
export const FOUND_SYMBOLS_MAX = 50;

/** `ratio`: how many new ones for one old. `symbol` is that of the workspace's own. */
export const suspectedSplitSchema = z.object({
  id: z.uuid(),
  symbol: z.string(),
  date: z.iso.date(),
  ratio: z.number(),
});
export type SuspectedSplit = z.infer<typeof suspectedSplitSchema>;

export const quarantinedSchema = z.object({
  id: z.uuid(),
  feed: z.string(),
  symbol: z.nullable(z.string()),
  reason: quarantineReasonSchema,
  problem: z.string(),
  sample: z.string(),
  count: z.int(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
  /** Of a file that was imported: its name, and where in it. */
  file: z.nullable(z.string()),
  line: z.nullable(z.int()),
  /** Of a jump that looks like a split, of a symbol of the workspace's own, until somebody says what it was. */
  suspectedSplit: z.nullable(suspectedSplitSchema),
});
export type Quarantined = z.infer<typeof quarantinedSchema>;
export const quarantinePageSchema = z.object({
  items: z.array(quarantinedSchema),
  next: z.nullable(z.string()),
});
export type QuarantinePage = z.infer<typeof quarantinePageSchema>;
export const QUARANTINE_PAGE_MAX = 100;
