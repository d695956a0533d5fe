import { resume, type Indicator } from './indicator.ts';
import { spreadOf } from './spread.ts';

type Case = { bar: number; value: number };
/** Cases whose later bar hasn't come, and those whose has, with the change in percent; both in order of time. */
type FollowedState = { bar: number; open: Case[]; closed: Case[] };
type Followed = { count: number; up: number; median: number; best: number; worst: number };

const NONE: Followed = {
  count: 0,
  up: Number.NaN,
  median: Number.NaN,
  best: Number.NaN,
  worst: Number.NaN,
};

function summary(closed: readonly Case[]): Followed {
  const spread = spreadOf(closed.map(({ value }) => value));
  if (!spread) return NONE;
  const { rose, ...rest } = spread;
  return { ...rest, up: (100 * rose) / rest.count };
}

/**
 * What a value did in the `horizon` bars after something was true: of the last `times` times that it was, within `most`
 * bars, and that the later bar is there of. Changes are in percent of the value then; `up` is the share in percent that
 * rose. Without a case, the count is 0 and nothing else is a number.
 */
export const followed = (
  { horizon, times, most }: { horizon: number; times: number; most: number },
  saved?: FollowedState,
): Indicator<FollowedState, { is: number; value: number }, Readonly<Followed>> => {
  const state = resume<FollowedState>(saved, () => ({ bar: 0, open: [], closed: [] }));
  const { open, closed } = state;
  let out = summary(closed);
  const next = ({ is, value }: { is: number; value: number }): Readonly<Followed> => {
    state.bar += 1;
    let isChanged = false;
    while (open[0] && open[0].bar + horizon <= state.bar) {
      const { bar, value: then } = open[0];
      const change = 100 * (value / then - 1);
      open.shift();
      if (!(then > 0) || !Number.isFinite(change)) continue;
      closed.push({ bar, value: change });
      isChanged = true;
    }
    while (closed[0] && (closed.length > times || state.bar - closed[0].bar > most)) {
      closed.shift();
      isChanged = true;
    }
    if (is === 1) open.push({ bar: state.bar, value });
    if (isChanged) out = summary(closed);
    return out;
  };
  return { next, state };
};
