import { spreadOf } from '#src/engine/indicators/spread.ts';
import { type EventHistory, HORIZONS, MOVES_MOST } from '#src/shared/content/event-history.ts';

/** A bar of the past. `time`: its start, ms since the epoch, UTC. */
export type HistoryBar = { time: number; close: number; volume: number | null };

/** Shorter histories say nothing of what is large. */
const BARS_LEAST = 100;
/** Fewer say nothing of what follows. */
const CASES_LEAST = 3;
const VOLUMES = 20;
/** Sizes in percent that moves are counted from; smaller ones are counted from their own size. */
const SIZES = [20, 15, 10, 7, 5, 3, 2, 1, 0.5];

const changesOf = (bars: readonly HistoryBar[]): number[] =>
  bars.map(({ close }, at) => {
    const before = bars[at - 1];
    return before ? (close / before.close - 1) * 100 : Number.NaN;
  });

function afterMoves(
  bars: readonly HistoryBar[],
  cases: readonly number[],
  horizon: number,
): EventHistory['after'] {
  const changes = cases
    .flatMap((at) => {
      const [then, later] = [bars[at], bars[at + horizon]];
      return then && later ? [(later.close / then.close - 1) * 100] : [];
    })
    .slice(-MOVES_MOST);
  const spread = spreadOf(changes);
  if (!spread || spread.count < CASES_LEAST) return [];
  const { count, rose, median, worst, best } = spread;
  return [{ bars: horizon, count, up: rose, medianPct: median, worstPct: worst, bestPct: best }];
}

function volumeRatioOf(bars: readonly HistoryBar[]): number | null {
  const own = bars.at(-1)?.volume ?? null;
  const before = bars.slice(-1 - VOLUMES, -1).map(({ volume }) => volume ?? 0);
  const mean = before.reduce((all, volume) => all + volume, 0) / VOLUMES;
  return own === null || before.length < VOLUMES || mean === 0 ? null : own / mean;
}

/**
 * Where the last of these bars stands among them, oldest first. Null where they are too few, or the close didn't change.
 * @param minPct the size that the rule asks for, in percent; null for the size of the move
 */
export function historyOf(
  bars: readonly HistoryBar[],
  { minPct, market }: { minPct: number | null; market: EventHistory['market'] },
): EventHistory | null {
  const [first] = bars;
  if (!first || bars.length < BARS_LEAST) return null;
  const changes = changesOf(bars);
  const own = changes.at(-1) ?? Number.NaN;
  const size = Math.abs(own);
  if (!(size > 0)) return null;
  const earlier = changes.slice(1, -1);
  const smaller = earlier.filter((change) => Math.abs(change) < size).length;
  const fromPct = (minPct !== null && minPct <= size ? minPct : SIZES.find((each) => each <= size)) ?? size;
  const side = Math.sign(own);
  const cases = changes.flatMap((change, at) =>
    at < bars.length - 1 && side * change >= fromPct ? [at] : [],
  );
  return {
    from: new Date(first.time).toISOString(),
    bars: bars.length,
    changePct: own,
    percentile: (100 * smaller) / earlier.length,
    fromPct,
    after: HORIZONS.flatMap((horizon) => afterMoves(bars, cases, horizon)),
    volumeRatio: volumeRatioOf(bars),
    market,
  };
}
