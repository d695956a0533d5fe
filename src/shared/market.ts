import * as z from 'zod/mini';

/** Bar sizes the product knows, smallest first. Case matters: `1m` is a minute, `1M` a month. */
export const TIMEFRAMES = [
  '1m',
  '2m',
  '3m',
  '5m',
  '10m',
  '15m',
  '30m',
  '45m',
  '1h',
  '2h',
  '3h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '1w',
  '1M',
  '3M',
  '12M',
] as const;
export const timeframeSchema = z.enum(TIMEFRAMES);
export type Timeframe = z.infer<typeof timeframeSchema>;

/**
 * One bar, closed unless `until` is there: then it is the bar as it stood at that moment (ms, UTC), before its end.
 * `ts` is the start of the bar in milliseconds since the epoch, UTC.
 * Prices are float64, for detection; `text` holds the figures exactly as the source wrote them, for
 * evidence. `volume` is null where the source has none (quote bars).
 */
export type Bar = {
  ts: number;
  until?: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number | null;
  text: { open: string; high: string; low: string; close: string; volume: string | null };
};

/** A bar as it stands in evidence: ISO time in UTC, and the source's own figures as text. */
export const evidenceBarSchema = z.object({
  time: z.iso.datetime(),
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.nullable(z.string()),
});
export type EvidenceBar = z.infer<typeof evidenceBarSchema>;

const columnSchema = z.optional(z.array(z.string()));
const pastSchema = z.optional(
  z.object({
    time: columnSchema,
    open: columnSchema,
    high: columnSchema,
    low: columnSchema,
    close: columnSchema,
    volume: columnSchema,
  }),
);

/**
 * What was seen of another symbol or timeframe. `past` and `bars` are its bars as in `evidenceSchema`; `seen` says for each bar of
 * the detection's own, those of its past first, which of them it saw, counted from the first of `past`; -1 for none.
 */
const otherEvidenceSchema = z.object({
  bars: z.array(evidenceBarSchema).check(z.minLength(1)),
  past: pastSchema,
  seen: z.array(z.int().check(z.gte(-1))),
  days: z.optional(z.array(z.iso.datetime())),
});
export type OtherEvidence = z.infer<typeof otherEvidenceSchema>;

/**
 * What made a detection true: enough to compute it again.
 * `bars` oldest first, the last is the bar of the detection; `params` are the detector's parameters;
 * `figures` are the numbers that the rule compared (unit in the key: `change_pct` is percent).
 * `past` is there where more bars were needed: the figures of the bars right before the first of `bars`, as the source
 * wrote them, oldest first, '' for no volume, and only the columns that were looked at. Columns end with the same bar and may begin with another;
 * `time` (ISO, UTC) is there where it mattered when they were.
 * `until` is there where the last bar was not closed: it is that bar as it stood at this moment (ISO, UTC).
 */
export const evidenceSchema = z.object({
  bars: z.array(evidenceBarSchema).check(z.minLength(1)),
  params: z.record(z.string(), z.number()),
  figures: z.record(z.string(), z.number()),
  until: z.optional(z.iso.datetime()),
  /** The rule as text, where a rule of the rule language made the detection. */
  rule: z.optional(z.string()),
  past: pastSchema,
  /** When the trading days of its bars began, where the rule has a figure that begins anew with each. */
  days: z.optional(z.array(z.iso.datetime())),
  /** Where on-balance volume stood before the first bar that is here: it counts from the first bar that was ever seen. */
  began: z.optional(z.object({ obv: z.number() })),
  /** Where the rule names others, by symbol and timeframe: 'ES', 'on 1d', 'ES on 1d'. */
  others: z.optional(z.record(z.string(), otherEvidenceSchema)),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * A detector saw its condition become true. `time` as in `Bar.ts`, or where the bar was not closed, the moment until
 * which it was known; `value` in the detector's unit.
 */
export type Detection = {
  detector: string;
  time: number;
  value: number;
  evidence: Evidence;
};

/** The unit of a detection's `value`: percent (11.02 means 11.02 %), ratio (3 means three times), level (a price or index value). */
export type ValueUnit = 'percent' | 'ratio' | 'level';

/**
 * A run of a detector: it is fed closed bars in order of time and answers with a detection or null. `snapshot` is a copy
 * of all it remembers, as plain data that survives JSON.
 */
export type DetectorRun = { (bar: Bar): Detection | null; snapshot: () => unknown };
