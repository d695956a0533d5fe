import type { Bar } from '#src/shared/market.ts';
import type { Split } from './corporate-actions.ts';

type Figures = Pick<Bar, 'ts' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** New shares for an old one, and the other way around. Smaller ones can't be told from what markets do. */
const MULTIPLES = [
  1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 18, 20, 25, 30, 35, 40, 50, 60, 75, 80, 100, 150, 200,
  250, 500, 1000,
];
const RATIOS = MULTIPLES.flatMap((ratio) => [ratio, 1 / ratio]);
/** Bars on each side that have to hold their level, and the fewest that show one. */
const AROUND = 20;
const FEWEST = { before: 2, after: 3 };
/** The share of them that has to. */
const HOLDING = 0.8;
/** No market is closed for longer: what comes after a hole in a file tells nothing of the price before it. */
const LONGEST_CLOSED = 10 * 86_400_000;
/** A smaller jump is none of those. */
const SMALLEST = Math.log(1.4);
/** A price may differ from the ratio by this much. */
const NEAR = 0.02;
/** From this ratio on, no market jumps so and stays there: the day's own move may come on top. */
const LARGE = Math.log(2.9);
const DAY_MOVE = { least: 0.06, most: 0.12 };
/** The jump is so many times the usual move. */
const UNUSUAL = 4;
/** A crash has a wide bar and a large volume; the day of a split has not. */
const CALM = { range: 0.06, ranges: 4, volumes: 3 };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const rangeOf = ({ high, low }: Figures): number => Math.log(high / low);

/** Whether enough closes are nearer to one level than to another. */
const holds = (bars: readonly Figures[], level: number, other: number): boolean =>
  bars.filter(({ close }) => Math.abs(Math.log(close / level)) < Math.abs(Math.log(close / other))).length >=
  HOLDING * bars.length;

const isCalm = (bar: Figures, before: readonly Figures[], ratio: number): boolean => {
  if (rangeOf(bar) > Math.max(CALM.range, CALM.ranges * median(before.map(rangeOf)))) return false;
  const volumes = before.flatMap(({ volume }) => volume ?? []);
  const usual = volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length;
  return !(bar.volume !== null && bar.volume > CALM.volumes * usual * Math.max(1, ratio));
};

/** The ratio of the split that a bar shows beside the bars around it; null for none. */
const ratioShown = (bar: Figures, before: readonly Figures[], after: readonly Figures[]): number | null => {
  const last = before.at(-1);
  if (!last || before.length < FEWEST.before || after.length < FEWEST.after) return null;
  const [atOpen, atClose] = [Math.log(last.close / bar.open), Math.log(last.close / bar.close)];
  const moves = before
    .slice(1)
    .map(({ close }, at) => Math.abs(Math.log(close / (before[at]?.close ?? close))));
  const usual = median(moves);
  const dayMove = Math.min(DAY_MOVE.most, Math.max(DAY_MOVE.least, 2 * usual));
  const missBy = (ratio: number): number =>
    Math.min(Math.abs(atOpen - Math.log(ratio)), Math.abs(atClose - Math.log(ratio)));
  const [ratio = 1] = RATIOS.toSorted((a, b) => missBy(a) - missBy(b));
  const size = Math.abs(Math.log(ratio));
  if (size < UNUSUAL * usual) return null;
  if (missBy(ratio) > (size >= LARGE ? dayMove : NEAR)) return null;
  const isWholeBar = [bar.open, bar.high, bar.low, bar.close].every(
    (price) => Math.abs(Math.log(last.close / price) - Math.log(ratio)) < size / 2,
  );
  if (!isWholeBar || (size < LARGE && !isCalm(bar, before, ratio))) return null;
  const level = last.close / ratio;
  return holds(before, last.close, level) && holds(after, level, last.close) ? ratio : null;
};

/**
 * Finds splits that nobody names: from one bar to the next the price jumps by the ratio of a split, within 2 % (for 3 for
 * 1 and more, within the day's usual move), and keeps the new level. `add` takes bars, oldest first; memory doesn't depend on how many.
 */
export const suspectedSplits = () => {
  const found: Split[] = [];
  let recent: Figures[] = [];
  /** Places in `recent` of jumps whose following bars are still to come. */
  let waiting: number[] = [];
  const judge = (at: number): void => {
    const bar = recent[at];
    if (!bar) return;
    const ratio = ratioShown(
      bar,
      recent.slice(Math.max(0, at - AROUND), at),
      recent.slice(at + 1, at + 1 + AROUND),
    );
    if (ratio !== null) found.push({ ts: bar.ts, ratio });
  };
  return {
    add: (bar: Figures): void => {
      const last = recent.at(-1);
      const isNext = last !== undefined && bar.ts - last.ts <= LONGEST_CLOSED;
      if (isNext && Math.abs(Math.log(bar.open / last.close)) >= SMALLEST) waiting.push(recent.length);
      const { ts, open, high, low, close, volume } = bar;
      recent.push({ ts, open, high, low, close, volume });
      while (waiting[0] !== undefined && recent.length > waiting[0] + AROUND) {
        judge(waiting[0]);
        waiting.shift();
      }
      if (recent.length < 8 * AROUND) return;
      const drop = Math.min(recent.length - AROUND, waiting[0] ?? Infinity) - AROUND;
      recent = recent.slice(Math.max(0, drop));
      waiting = waiting.map((at) => at - Math.max(0, drop));
    },
    /** All of them, once every bar was given, in order of time. */
    all: (): Split[] => {
      for (const at of waiting.splice(0)) judge(at);
      return found;
    },
  };
};

/** A split on another day than the one that is known of is the same one. */
const SAME_MS = 7 * 86_400_000;

/** The suspected splits that no known one explains. */
export const unexplained = (suspected: readonly Split[], known: readonly Split[]): Split[] =>
  suspected.filter(({ ts }) => known.every((each) => Math.abs(each.ts - ts) > SAME_MS));
