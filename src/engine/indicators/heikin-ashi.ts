import { resume, type Indicator, type Prices } from './indicator.ts';

type HeikinAshiState = { seen: number; open: number; close: number };
type HeikinAshi = { open: number; high: number; low: number; close: number };

/** Heikin Ashi bars: the close is the mean of the bar, the open the middle of the Heikin Ashi bar before. */
export const heikinAshi = (
  saved?: HeikinAshiState,
): Indicator<HeikinAshiState, Prices, Readonly<HeikinAshi>> => {
  const state = resume(saved, () => ({ seen: 0, open: 0, close: 0 }));
  const out: HeikinAshi = { open: 0, high: 0, low: 0, close: 0 };
  const next = ({ open, high, low, close }: Prices): Readonly<HeikinAshi> => {
    out.open = state.seen === 0 ? (open + close) / 2 : (state.open + state.close) / 2;
    out.close = (open + high + low + close) / 4;
    out.high = Math.max(high, out.open, out.close);
    out.low = Math.min(low, out.open, out.close);
    state.seen = 1;
    state.open = out.open;
    state.close = out.close;
    return out;
  };
  return { next, state };
};
