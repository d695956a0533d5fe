/** A parameter of a function: its name, and its value where a text leaves it out. */
type Param = {
  name: string;
  default: number;
  least: number;
  most: number;
  whole: boolean;
  /** Words that stand for numbers, and are written instead of them. */
  words?: Readonly<Record<string, number>>;
  /** A moment, in ms since the epoch (UTC), written as a date. */
  date?: true;
  /** It has no usual value: a text can't leave it out. */
  required?: true;
};

export type FunctionSpec = {
  /**
   * What it is computed from: one value per bar (the close unless another is named), whole bars, the bars of this trading
   * day and the one before, two values per bar, a condition, a condition and a value, or the time of the bar.
   */
  from: 'values' | 'bars' | 'day' | 'pairs' | 'conditions' | 'choices' | 'time';
  params: readonly Param[];
  /** In words: "200-bar average". `$1` is the first parameter. */
  words: string;
  /** How many bars before a bar decide about its value; recursive averages forget, and this is when. */
  lookback: (args: readonly number[]) => number;
  /** What is wrong with figures that are right one by one; null where nothing is. */
  problem?: (args: readonly number[]) => string | null;
  /** Where figures that come to mind say nothing. */
  example?: string;
  /** The function that takes a figure where this one takes none. */
  instead?: string;
  /** Where the sentence isn't `words`: with what it is computed from in words. */
  sentence?: (of: { when: string; value: string; other: string }, args: readonly number[]) => string;
};

export const bars = (name: string, value: number): Param => ({
  name,
  default: value,
  least: 1,
  most: 1000,
  whole: true,
});
export const times = (name: string, value: number): Param => ({
  name,
  default: value,
  least: 0.01,
  most: 100,
  whole: false,
});

/** Until what was before weighs less than a hundred-billionth. */
export const EMA = 13;
export const WILDER = 25;

export const values = (
  words: string,
  params: readonly Param[],
  lookback: (args: readonly number[]) => number,
): FunctionSpec => ({ from: 'values', words, params, lookback });
export const ofBars = (
  words: string,
  params: readonly Param[],
  lookback: (args: readonly number[]) => number,
): FunctionSpec => ({ from: 'bars', words, params, lookback });

export const ofDays = (words: string, params: readonly Param[] = []): FunctionSpec => ({
  from: 'day',
  words,
  params,
  lookback: () => 0,
});

export const first = ([n = 1]: readonly number[]): number => n;
