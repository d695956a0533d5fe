import { resume, type Indicator, type PricesOfDay, typicalPrice } from './indicator.ts';

type Day = { open: number; high: number; low: number; close: number };
type DaysState = { day: number | null; days: number; today: Day; before: Day };
const NONE: Day = { open: 0, high: 0, low: 0, close: 0 };

/**
 * The trading day so far, and the one before. The first day seen may have begun earlier: it is no day before, and of
 * itself only what came since is known, so it has no open.
 */
export const tradingDay = (
  saved?: DaysState,
): Indicator<DaysState, PricesOfDay, { today: Readonly<Day> | null; before: Readonly<Day> | null }> => {
  const state = resume<DaysState>(saved, () => ({
    day: null,
    days: 0,
    today: { ...NONE },
    before: { ...NONE },
  }));
  const next = ({
    day,
    open,
    high,
    low,
    close,
  }: PricesOfDay): { today: Readonly<Day> | null; before: Readonly<Day> | null } => {
    const { today } = state;
    if (day === state.day) {
      today.high = Math.max(today.high, high);
      today.low = Math.min(today.low, low);
      today.close = close;
    } else {
      Object.assign(state.before, today);
      Object.assign(today, { open, high, low, close });
      state.day = day;
      if (state.days < 3) state.days += 1;
    }
    return { today: state.days >= 2 ? today : null, before: state.days >= 3 ? state.before : null };
  };
  return { next, state };
};

type PremarketState = {
  day: number | null;
  days: number;
  high: number;
  low: number;
  close: number;
  bars: number;
};

/**
 * High, low and last price of the bars of the trading day that `isBefore` says began before the market's open. NaN on days
 * without any, and on the first day seen, which may have begun earlier.
 */
export const premarket = (
  isBefore: (ts: number) => boolean,
  saved?: PremarketState,
): Indicator<PremarketState, PricesOfDay, Readonly<Day>> => {
  const state = resume<PremarketState>(saved, () => ({
    day: null,
    days: 0,
    high: 0,
    low: 0,
    close: 0,
    bars: 0,
  }));
  const out = { open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN };
  const next = ({ ts, day, high, low, close }: PricesOfDay): Readonly<Day> => {
    if (day !== state.day) Object.assign(state, { day, bars: 0, days: Math.min(2, state.days + 1) });
    if (isBefore(ts)) {
      state.high = state.bars === 0 ? high : Math.max(state.high, high);
      state.low = state.bars === 0 ? low : Math.min(state.low, low);
      state.close = close;
      state.bars += 1;
    }
    const isKnown = state.days === 2 && state.bars > 0;
    for (const line of ['high', 'low', 'close'] as const) out[line] = isKnown ? state[line] : Number.NaN;
    return out;
  };
  return { next, state };
};

type BandState = { day: number | null; volume: number; mean: number; squares: number };

/** Session VWAP, and the volume-weighted population deviation of typical prices from it. NaN while nothing was traded. */
export const vwapBand = (
  saved?: BandState,
): Indicator<BandState, PricesOfDay, Readonly<{ mean: number; deviation: number }>> => {
  const state = resume<BandState>(saved, () => ({ day: null, volume: 0, mean: 0, squares: 0 }));
  const out = { mean: Number.NaN, deviation: Number.NaN };
  const next = (bar: PricesOfDay): Readonly<typeof out> => {
    if (bar.day !== state.day) Object.assign(state, { day: bar.day, volume: 0, mean: 0, squares: 0 });
    const traded = bar.volume ?? 0;
    if (traded > 0) {
      // Nothing is away from the first price, not by a rounding error either.
      if (state.volume === 0) state.mean = typicalPrice(bar);
      state.volume += traded;
      const away = typicalPrice(bar) - state.mean;
      state.mean += (away * traded) / state.volume;
      state.squares += traded * away * (typicalPrice(bar) - state.mean);
    }
    out.mean = state.volume > 0 ? state.mean : Number.NaN;
    out.deviation = state.volume > 0 ? Math.sqrt(Math.max(0, state.squares / state.volume)) : Number.NaN;
    return out;
  };
  return { next, state };
};
