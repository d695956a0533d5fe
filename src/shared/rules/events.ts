import type { PriceName } from './ast.ts';

/** A figure of an event: its name, its usual value, its bounds (`above`: more than `least`), and the words that stand for numbers. */
export type EventParam = {
  name: string;
  default: number;
  least: number;
  most: number;
  whole?: true;
  /** The bounds themselves are outside. */
  open?: true;
  words?: Readonly<Record<string, number>>;
};

export type EventSpec = {
  params: readonly EventParam[];
  /** In words; `$1` is the first parameter. */
  words: string;
  /** What it looks at in bars long before. */
  columns: readonly PriceName[];
  /** What two parameters must be to each other: a sentence where they are not. */
  check?: (args: readonly number[]) => string | null;
};

const bars = (name: string, usual: number, least = 1): EventParam => ({
  name,
  default: usual,
  least,
  most: 2000,
  whole: true,
});
const percent = (usual: number): EventParam => ({
  name: 'min_pct',
  default: usual,
  least: 0.0001,
  most: 1000,
});
const averages = {
  params: [bars('fast', 50), bars('slow', 200, 2)],
  columns: ['close'],
  check: ([fast = 0, slow = 0]: readonly number[]) =>
    fast < slow ? null : 'the fast average has fewer bars than the slow one.',
} satisfies Omit<EventSpec, 'words'>;

/**
 * The events with a name and a fixed definition (src/engine/detectors; a test holds the two together). Alone they are
 * found by the detector itself and written about in its own words.
 */
export const EVENTS: Readonly<Record<string, EventSpec>> = {
  big_move: {
    params: [percent(5)],
    words: 'the close moves by $1% or more from one bar to the next',
    columns: ['close'],
  },
  gap: {
    params: [percent(3)],
    words: 'the open is $1% or more away from the close before it',
    columns: ['close'],
  },
  volume_spike: {
    params: [{ name: 'min_ratio', default: 3, least: 0.0001, most: 1_000_000 }, bars('window', 20)],
    words: 'the volume is $1 times the mean of the $2 bars before it, or more',
    columns: ['volume'],
  },
  new_high: {
    params: [bars('window', 252), bars('quiet', 20, 0)],
    words: 'the close is above the highest high of the $1 bars before it, and was not in the $2 bars before',
    columns: ['high', 'close'],
  },
  new_low: {
    params: [bars('window', 252), bars('quiet', 20, 0)],
    words: 'the close is below the lowest low of the $1 bars before it, and was not in the $2 bars before',
    columns: ['low', 'close'],
  },
  golden_cross: { ...averages, words: 'the $1-bar average of the close rises above the $2-bar average' },
  death_cross: { ...averages, words: 'the $1-bar average of the close falls below the $2-bar average' },
  rsi_cross: {
    params: [
      { ...bars('period', 14, 2), most: 100 },
      { name: 'level', default: 70, least: 0, most: 100, open: true },
      { name: 'direction', default: 1, least: -1, most: 1, whole: true, words: { up: 1, down: -1 } },
    ],
    words: 'the $1-bar RSI crosses $2 on its way $3',
    columns: ['close'],
  },
};

export const EVENT_NAMES = Object.keys(EVENTS) as [string, ...string[]];

/** A figure as a rule writes it: the word that stands for it, where there is one. */
export const eventFigure = (param: EventParam, value: number): string =>
  Object.entries(param.words ?? {}).find(([, number]) => number === value)?.[0] ?? String(value);
