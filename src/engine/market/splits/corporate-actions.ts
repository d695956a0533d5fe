import type { Bar } from '#src/shared/market.ts';

/** A split: from `ts` (ms, UTC) on, one old share is `ratio` new ones. 4 for a 4-for-1 split, 0.1 for 1-for-10. */
export type Split = {
  ts: number;
  ratio: number;
  /** The factor for the volume, if it isn't the ratio: 1 for a dividend. */
  volumeRatio?: number;
};

/**
 * What to divide a price by to adjust it from one time to another (ms, UTC): the product of the ratios of the splits
 * after the first and up to the second. The inverse if the second is earlier.
 */
export const ratioBetween = (splits: readonly Split[], from: number, to: number): number => {
  if (to < from) return 1 / ratioBetween(splits, to, from);
  return splits.reduce((all, { ts, ratio }) => (ts > from && ts <= to ? all * ratio : all), 1);
};

/** The same for prices and for volumes, which a dividend leaves as they are: prices are divided, volumes multiplied. */
export const ratiosBetween = (
  splits: readonly Split[],
  from: number,
  to: number,
): { price: number; volume: number } => ({
  price: ratioBetween(splits, from, to),
  volume: ratioBetween(
    splits.map((split) => ({ ...split, ratio: split.volumeRatio ?? split.ratio })),
    from,
    to,
  ),
});

const figure = (value: number): string => String(Number(value.toPrecision(12)));

type Figures = Pick<Bar, 'open' | 'high' | 'low' | 'close' | 'volume'>;

const textAfterSplit = (bar: Figures, ratio: number, volumeRatio: number): Bar['text'] => ({
  open: figure(bar.open / ratio),
  high: figure(bar.high / ratio),
  low: figure(bar.low / ratio),
  close: figure(bar.close / ratio),
  volume: bar.volume === null ? null : figure(bar.volume * volumeRatio),
});

const numbersOf = (text: Bar['text']): Figures => ({
  open: Number(text.open),
  high: Number(text.high),
  low: Number(text.low),
  close: Number(text.close),
  volume: text.volume === null ? null : Number(text.volume),
});

/** Adjusts a bar from before a split: prices are divided by the ratio, the volume is multiplied by it. */
export const afterSplit = (bar: Bar, ratio: number, volumeRatio = ratio): Bar => {
  const text = textAfterSplit(bar, ratio, volumeRatio);
  return { ts: bar.ts, ...numbersOf(text), text };
};

/** Bars of a chart, stored as they were traded, adjusted for the splits between each and a moment (ms, UTC). */
export const adjustedTo = <B extends Figures & { time: number }>(
  bars: readonly B[],
  splits: readonly Split[],
  to: number,
): B[] =>
  bars.map((bar) => {
    const { price, volume } = ratiosBetween(splits, bar.time, to);
    return price === 1 ? bar : { ...bar, ...numbersOf(textAfterSplit(bar, price, volume)) };
  });
