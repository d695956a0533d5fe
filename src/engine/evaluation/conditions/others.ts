import type { Bar } from '#src/shared/market.ts';
import type { Elsewhere } from '#src/shared/rules/elsewhere.ts';

/** What is asked of a series from elsewhere: an operand, or whether an event happens. */
export type Asked = Elsewhere['of'];
/** The first moment after a bar (ms, UTC) that began at `ts`. */
export type EndOf = (ts: number) => number;
/** When the trading day began (ms, UTC) that a moment belongs to. */
export type DayOf = (ts: number) => number;

const DAY = 86_400_000;
/** Days in UTC: those of markets that never close. */
export const utcDay: DayOf = (ts) => Math.floor(ts / DAY) * DAY;

/** Bars from elsewhere, of another symbol or timeframe, as the rules of one series see them. */
export type Other = {
  /** The index of the newest that ended by the end of a bar of the series; -1 where that is too old, or none. */
  at: (bar: Bar) => number;
  /** What is asked of them, on that bar; NaN where it is not known. */
  figure: (asked: Asked) => (bar: Bar) => number;
  bars: () => readonly Bar[];
  /** Their trading days. */
  dayOf: DayOf;
};
/** By the key of their source (`sourceKey`). */
export type Others = (source: string) => Other | null;
