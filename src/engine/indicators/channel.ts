import { highest, lowest, type ExtremeState } from './extreme.ts';
import type { Indicator, Prices } from './indicator.ts';

export type ChannelState = { upper: ExtremeState; lower: ExtremeState };
export type Channel = { upper: number; middle: number; lower: number };

/** Donchian's channel: the highest high and the lowest low of the last `period` bars, and the middle of the two. */
export const donchian = (
  period: number,
  saved?: ChannelState,
): Indicator<ChannelState, Prices, Readonly<Channel>> => {
  const upper = highest(period, saved?.upper);
  const lower = lowest(period, saved?.lower);
  const out: Channel = { upper: Number.NaN, middle: Number.NaN, lower: Number.NaN };
  const next = ({ high, low }: Prices): Readonly<Channel> => {
    out.upper = upper.next(high);
    out.lower = lower.next(low);
    out.middle = (out.upper + out.lower) / 2;
    return out;
  };
  return { next, state: { upper: upper.state, lower: lower.state } };
};

/** Williams %R: the close within the range of the last `period` bars. 0 at its high, −100 at its low, −50 without a range. */
export const williamsR = (period: number, saved?: ChannelState): Indicator<ChannelState, Prices> => {
  const channel = donchian(period, saved);
  const next = (bar: Prices): number => {
    const { upper, lower } = channel.next(bar);
    return upper === lower ? -50 : (-100 * (upper - bar.close)) / (upper - lower);
  };
  return { next, state: channel.state };
};
