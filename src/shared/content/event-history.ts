import * as z from 'zod/mini';

/** So many bars later it is looked at what a move was followed by. */
export const HORIZONS = [1, 5, 20] as const;
/** So many earlier moves are looked at, the newest. */
export const MOVES_MOST = 20;

const count = z.int().check(z.gte(0));
const afterSchema = z.strictObject({
  /** So many bars later. */
  bars: z.int().check(z.gte(1)),
  /** Cases with that later bar, and those of them with a higher close. */
  count,
  up: count,
  medianPct: z.number(),
  worstPct: z.number(),
  bestPct: z.number(),
});

/**
 * Where an event's bar stands in the history of its symbol: kept with the alert, so that each figure can be computed again
 * from the bars. All changes are of closes, in percent.
 */
export const eventHistorySchema = z.strictObject({
  /** Start of the first bar, and how many bars there are, the event's included. */
  from: z.iso.datetime(),
  bars: z.int().check(z.gte(1)),
  changePct: z.number(),
  /** In percent: how many of the earlier changes were smaller, of any direction. */
  percentile: z.number(),
  /** What followed the newest earlier moves of its direction that were as large as `fromPct` at least. */
  fromPct: z.number(),
  after: z.array(afterSchema),
  /** Its volume by the mean of the 20 bars before; null where the source has no volumes. */
  volumeRatio: z.nullable(z.number()),
  /** What the market did in the same bar; null where none is stored. */
  market: z.nullable(z.strictObject({ symbol: z.string(), changePct: z.number() })),
});
export type EventHistory = z.infer<typeof eventHistorySchema>;
