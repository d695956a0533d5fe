import { type ChannelState, donchian } from './channel.ts';
import type { Indicator, Prices } from './indicator.ts';
import { sma, type SmaState } from './sma.ts';
import { trueRange } from './true-range.ts';

type ChoppinessState = {
  range: ReturnType<typeof trueRange>['state'];
  ranges: SmaState;
  channel: ChannelState;
};

/** Choppiness index: the true ranges of `period` bars beside the range of all of them, 100 where the price went nowhere. */
export const choppiness = (period: number, saved?: ChoppinessState): Indicator<ChoppinessState, Prices> => {
  const range = trueRange(saved?.range);
  const ranges = sma(period, saved?.ranges);
  const channel = donchian(period, saved?.channel);
  const next = (bar: Prices): number => {
    const way = period * ranges.next(range.next(bar));
    const { upper, lower } = channel.next(bar);
    return upper === lower ? Number.NaN : (100 * Math.log10(way / (upper - lower))) / Math.log10(period);
  };
  return { next, state: { range: range.state, ranges: ranges.state, channel: channel.state } };
};
