import { resume, type Indicator } from './indicator.ts';
import { rank } from './rank.ts';
import { emptyWindow, type SortedWindow } from './sorted-window.ts';

/** `before` is null ahead of the first value. */
type MoveState = { before: number | null; window: SortedWindow };

/** How large a change is as a rise, as a fall, or as a move of any direction; not above 0 where it is none. */
const SIZE = {
  rise: (change: number): number => change,
  fall: (change: number): number => -change,
  move: (change: number): number => Math.abs(change),
} as const;

/** As a ratio of the size of the value before: below zero, such as a MACD’s, a rise is a rise as well. No number after 0. */
const changeOf = (value: number, before: number): number =>
  before < 0 ? 1 - value / before : value / before - 1;

/**
 * The place of the change from the value before among the last `period` changes, by its size as a ratio: 1 is the
 * largest rise, fall or move. Equal changes share the better place. Where the value didn't go that way, the place is one
 * after the last: a value that is known on every bar can be computed again from as many bars.
 */
export const moveRank =
  (kind: keyof typeof SIZE) =>
  (period: number, saved?: MoveState): Indicator<MoveState> => {
    const state = resume<MoveState>(saved, () => ({ before: null, window: emptyWindow() }));
    const places = rank(period, state.window);
    state.window = places.state;
    const next = (value: number): number => {
      const { before } = state;
      state.before = value;
      const size = before === null ? Number.NaN : SIZE[kind](changeOf(value, before));
      if (!Number.isFinite(size)) return Number.NaN;
      const place = places.next(size);
      return size > 0 || Number.isNaN(place) ? place : period + 1;
    };
    return { next, state };
  };

/** `row` is null until a change ended the row that the first values are in. */
type StreakState = { before: number | null; row: number | null; seen: number };

/**
 * How many values in a row rose (`side` 1) or fell (−1), `most` at most. NaN while the values seen don't say where the
 * row began.
 */
export const streak =
  (side: 1 | -1) =>
  (most: number, saved?: StreakState): Indicator<StreakState> => {
    const state = resume<StreakState>(saved, () => ({ before: null, row: null, seen: 0 }));
    const next = (value: number): number => {
      const { before } = state;
      state.before = value;
      if (before === null) return Number.NaN;
      if (!(side * (value - before) > 0)) {
        state.row = 0;
        return 0;
      }
      if (state.row !== null) {
        state.row = Math.min(most, state.row + 1);
        return state.row;
      }
      state.seen += 1;
      if (state.seen < most) return Number.NaN;
      state.row = most;
      return most;
    };
    return { next, state };
  };
