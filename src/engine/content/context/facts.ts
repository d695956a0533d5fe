import type { ContextFact } from '#src/shared/content/context.ts';

/** A closed bar of the past. `time`: its start, ms since the epoch, UTC. */
export type PastBar = { time: number; close: number };

type Way = 'up' | 'down';
type Fact<K extends ContextFact['fact']> = Extract<ContextFact, { fact: K }>;

/** Shorter histories say nothing of what is large. */
export const BARS_LEAST = 250;
/** A move as large as one of a few weeks ago is no news. */
const SINCE_LEAST = 60;
const YEAR_MS = 364 * 86_400_000;
/** So many cases at least, and so many bars later. */
const CASES_LEAST = 5;
const HORIZON = 5;
/** Sizes in percent that moves are counted from. */
const SIZES = [20, 15, 10, 7, 5, 3];

const iso = (time: number): string => new Date(time).toISOString();
const signOf = (way: Way): 1 | -1 => (way === 'up' ? 1 : -1);

/** The change of each close from the one before, as a ratio; the first has none. */
const ratiosOf = (bars: readonly PastBar[]): number[] =>
  bars.map(({ close }, at) => {
    const before = bars[at - 1];
    return before ? close / before.close : Number.NaN;
  });

/** Which way the last close went, or null where it stayed. */
export function wayOf(bars: readonly PastBar[]): Way | null {
  const [before, last] = bars.slice(-2);
  if (!before || !last || last.close === before.close) return null;
  return last.close > before.close ? 'up' : 'down';
}

/** When a move as large was last seen. Null where the history is short, or that was not long ago. */
export function largestSince(bars: readonly PastBar[], way: Way): Fact<'largest_since'> | null {
  if (bars.length < BARS_LEAST) return null;
  const sign = signOf(way);
  const ratios = ratiosOf(bars);
  const own = ratios.at(-1) ?? Number.NaN;
  if (!(sign * (own - 1) > 0)) return null;
  const rival = ratios.slice(0, -1).findLastIndex((ratio) => sign * (ratio - own) >= 0);
  if (rival !== -1 && bars.length - 1 - rival < SINCE_LEAST) return null;
  return { fact: 'largest_since', way, since: rival === -1 ? null : iso(bars[rival]?.time ?? 0) };
}

/** How many closes in a row went this way. Null where the history doesn't say what broke the row before. */
export function streakOf(bars: readonly PastBar[], way: Way, least: number): Fact<'streak'> | null {
  const sign = signOf(way);
  const broken = ratiosOf(bars).findLastIndex((ratio) => !(sign * (ratio - 1) > 0));
  const length = bars.length - 1 - broken;
  return broken > 0 && length >= least ? { fact: 'streak', way, length } : null;
}

/**
 * Where the close is among those of the 52 weeks before: at their end of its way, or how far from it. Null where the
 * history doesn't reach back so far.
 */
export function yearPlace(
  bars: readonly PastBar[],
  way: Way,
): Fact<'year_extreme'> | Fact<'year_distance'> | null {
  const last = bars.at(-1);
  const [first] = bars;
  if (!last || !first || first.time > last.time - YEAR_MS) return null;
  const year = bars.slice(0, -1).filter(({ time }) => time >= last.time - YEAR_MS);
  const high = year.reduce((a, b) => (b.close > a.close ? b : a), year[0] ?? last);
  const low = year.reduce((a, b) => (b.close < a.close ? b : a), year[0] ?? last);
  if (way === 'up' && last.close > high.close) return { fact: 'year_extreme', side: 'high' };
  if (way === 'down' && last.close < low.close) return { fact: 'year_extreme', side: 'low' };
  // A fall is seen from the high, a rise from the low.
  const [side, from] = way === 'down' ? (['high', high] as const) : (['low', low] as const);
  const distance = (last.close / from.close - 1) * 100;
  if (distance === 0) return null;
  return {
    fact: 'year_distance',
    side,
    close: from.close,
    time: iso(from.time),
    distance_pct: distance,
  };
}

/**
 * What moves of the size were followed by. Those are counted that have the later bar. `minPct`: the size that the rule
 * asks for; otherwise the largest round one below the move.
 */
export function followedBy(
  bars: readonly PastBar[],
  way: Way,
  minPct: number | null,
): Fact<'followed'> | null {
  if (bars.length < BARS_LEAST) return null;
  const sign = signOf(way);
  const ratios = ratiosOf(bars);
  const own = sign * ((ratios.at(-1) ?? 1) - 1) * 100;
  const min = minPct ?? SIZES.find((size) => size <= own);
  if (min === undefined || own < min) return null;
  const cases = ratios.flatMap((ratio, at) => {
    const later = bars[at + HORIZON];
    const then = bars[at];
    return sign * (ratio - 1) * 100 >= min && later && then ? [later.close > then.close] : [];
  });
  if (cases.length < CASES_LEAST) return null;
  const later = cases.filter(Boolean).length;
  return { fact: 'followed', way, min_pct: min, count: cases.length, later, horizon: HORIZON };
}
