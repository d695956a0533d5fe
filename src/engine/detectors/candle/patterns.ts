import type { Bar } from '#src/shared/market.ts';
import type { CandleName } from '#src/shared/rules/candles.ts';

/**
 * Candle patterns after Steve Nison, "Japanese Candlestick Charting Techniques" (1991), with a figure for every "small"
 * and "long". The gaps Nison requires between bodies are not required here: markets that never close have none.
 *
 * The body lies between open and close, the range between low and high; a shadow is what the range has beyond the body.
 */
export type Pattern = {
  /** Bars that it is made of, oldest first. */
  bars: 1 | 2 | 3;
  holds: (bars: readonly [Bar, Bar, Bar]) => boolean;
};

/** Of the price: what two floats that stand for one figure may differ by. */
const EQUAL = 1e-12;

const body = ({ open, close }: Bar): number => Math.abs(close - open);
const range = ({ high, low }: Bar): number => high - low;
const top = ({ open, close }: Bar): number => Math.max(open, close);
const bottom = ({ open, close }: Bar): number => Math.min(open, close);
const middle = ({ open, close }: Bar): number => (open + close) / 2;
const isUp = ({ open, close }: Bar): boolean => close > open;
const isDown = ({ open, close }: Bar): boolean => close < open;
const atMost = (a: number, b: number, { close }: Bar): boolean => a <= b + EQUAL * close;
/** For what is computed from prices; prices themselves are compared as they are. */
const exceeds = (a: number, b: number, bar: Bar): boolean => !atMost(a, b, bar);

/** Shadow on one side at least twice the body, on the other at most a tenth of the range; and a body. */
const hasLongShadow =
  (side: 'lower' | 'upper') =>
  ([, , bar]: readonly [Bar, Bar, Bar]): boolean => {
    const lower = bottom(bar) - bar.low;
    const upper = bar.high - top(bar);
    const [long, short] = side === 'lower' ? [lower, upper] : [upper, lower];
    return body(bar) > 0 && atMost(2 * body(bar), long, bar) && atMost(short, 0.1 * range(bar), bar);
  };

/** The body covers the whole body before it, of the other color and smaller. */
const engulfs = ([, before, bar]: readonly [Bar, Bar, Bar]): boolean =>
  body(before) > 0 &&
  bottom(bar) <= bottom(before) &&
  top(bar) >= top(before) &&
  exceeds(body(bar), body(before), bar);

/** The body lies within the body before it, of the other color and at least twice as large. */
const isWithin = ([, before, bar]: readonly [Bar, Bar, Bar]): boolean =>
  body(bar) > 0 &&
  atMost(2 * body(bar), body(before), bar) &&
  bottom(bar) >= bottom(before) &&
  top(bar) <= top(before);

/** A body of at least half its range, one of at most three tenths of that, then one that comes back beyond the middle of the first. */
const isStar =
  (sign: 1 | -1) =>
  ([first, star, bar]: readonly [Bar, Bar, Bar]): boolean => {
    const turns = sign === 1 ? isDown(first) && isUp(bar) : isUp(first) && isDown(bar);
    const far =
      sign === 1 ? atMost(top(star), middle(first), first) : atMost(middle(first), bottom(star), first);
    return (
      turns &&
      far &&
      atMost(0.5 * range(first), body(first), first) &&
      atMost(body(star), 0.3 * body(first), star) &&
      exceeds(sign * bar.close, sign * middle(first), bar)
    );
  };

/** Three bodies one way, each opening within the body before and closing beyond it, with little beyond the close. */
const marches =
  (sign: 1 | -1) =>
  (bars: readonly [Bar, Bar, Bar]): boolean =>
    bars.every((bar, at) => {
      const before = bars[at - 1];
      const beyond = sign === 1 ? bar.high - bar.close : bar.close - bar.low;
      return (
        sign * (bar.close - bar.open) > 0 &&
        atMost(beyond, 0.3 * range(bar), bar) &&
        (before === undefined ||
          (sign * (bar.close - before.close) > 0 && bar.open >= bottom(before) && bar.open <= top(before)))
      );
    });

export const PATTERNS: Readonly<Record<CandleName, Pattern>> = {
  bullish_engulfing: {
    bars: 2,
    holds: (bars) => isDown(bars[1]) && isUp(bars[2]) && engulfs(bars),
  },
  bearish_engulfing: {
    bars: 2,
    holds: (bars) => isUp(bars[1]) && isDown(bars[2]) && engulfs(bars),
  },
  hammer: { bars: 1, holds: hasLongShadow('lower') },
  hanging_man: { bars: 1, holds: hasLongShadow('lower') },
  inverted_hammer: { bars: 1, holds: hasLongShadow('upper') },
  shooting_star: { bars: 1, holds: hasLongShadow('upper') },
  doji: {
    bars: 1,
    holds: ([, , bar]) => range(bar) > 0 && atMost(body(bar), 0.05 * range(bar), bar),
  },
  morning_star: { bars: 3, holds: isStar(1) },
  evening_star: { bars: 3, holds: isStar(-1) },
  piercing_line: {
    bars: 2,
    holds: ([, before, bar]) =>
      isDown(before) &&
      isUp(bar) &&
      bar.open <= before.close &&
      exceeds(bar.close, middle(before), bar) &&
      bar.close < before.open,
  },
  dark_cloud_cover: {
    bars: 2,
    holds: ([, before, bar]) =>
      isUp(before) &&
      isDown(bar) &&
      bar.open >= before.close &&
      exceeds(middle(before), bar.close, bar) &&
      bar.close > before.open,
  },
  bullish_harami: {
    bars: 2,
    holds: (bars) => isDown(bars[1]) && isUp(bars[2]) && isWithin(bars),
  },
  bearish_harami: {
    bars: 2,
    holds: (bars) => isUp(bars[1]) && isDown(bars[2]) && isWithin(bars),
  },
  three_white_soldiers: { bars: 3, holds: marches(1) },
  three_black_crows: { bars: 3, holds: marches(-1) },
  inside_bar: {
    bars: 2,
    holds: ([, before, bar]) => bar.high < before.high && bar.low > before.low,
  },
  outside_bar: {
    bars: 2,
    holds: ([, before, bar]) => bar.high > before.high && bar.low < before.low,
  },
};
