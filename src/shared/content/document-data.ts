import * as z from 'zod/mini';
import { timeframeSchema } from '../market.ts';

/** A bar in plain decimal notation, with every place that its source wrote. */
const barSchema = z.strictObject({
  open: z.string(),
  high: z.string(),
  low: z.string(),
  close: z.string(),
  volume: z.nullable(z.string()),
});

/**
 * The facts of an alert for programs, in no language. An external alert has neither bar nor figures: its figures are what
 * somebody said.
 */
export const documentDataSchema = z.strictObject({
  /** What was detected, such as `gap`; `rule` for a condition of a rule's own; or where it came from, such as `news`. Older ones have none. */
  kind: z.optional(z.string()),
  symbol: z.string(),
  /** The symbol without its exchange: "BTCUSDT" of "BINANCE:BTCUSDT". */
  ticker: z.string(),
  exchange: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  timeframe: z.nullable(timeframeSchema),
  /** When its bar began, or when it was said. */
  time: z.iso.datetime(),
  triggeredAt: z.nullable(z.iso.datetime()),
  bar: z.nullable(barSchema),
  /** From the close before its bar to its close, in percent with two decimals. Older ones have none. */
  move: z.optional(z.nullable(z.string())),
  /** The figures that the rule compared, in its order; null for one that the evidence doesn't have. */
  plots: z.array(z.nullable(z.string())),
});
export type DocumentData = z.infer<typeof documentDataSchema>;
