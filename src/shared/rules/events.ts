import { singularOnes } from '../plural.ts';
import type { PriceName } from './prices.ts';
import { CANDLES, candleWords } from './candles.ts';
import { SESSION_NUMBERS, sessionNumbered } from './sessions.ts';

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
  /** A number may be written as well, beside the words. */
  orNumber?: true;
};

type EventSpec = {
  params: readonly EventParam[];
  /** In words; `$1` is the first parameter as a rule writes it. */
  words: string | ((args: readonly number[]) => string);
  /** The figures of its evidence, in order. */
  figures: readonly string[];
  /** What it looks at in bars long before. */
  columns: readonly PriceName[];
  /** It asks when bars were, beyond their order. */
  times?: true;
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
const upOrDown: EventParam = {
  name: 'direction',
  default: 1,
  least: -1,
  most: 1,
  whole: true,
  words: { up: 1, down: -1 },
};
/** "5th". */
export const ordinal = (count: number): string => {
  const ending = ({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[count % 10];
  return `${count}${ending && Math.floor((count % 100) / 10) !== 1 ? ending : 'th'}`;
};
const averages = {
  params: [bars('fast', 50), bars('slow', 200, 2)],
  figures: ['fast_average', 'slow_average', 'difference', 'previous_difference'],
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
    figures: ['previous_close', 'close', 'change_pct'],
    columns: ['close'],
  },
  gap: {
    params: [percent(3)],
    words: 'the open is $1% or more away from the close before it',
    figures: ['previous_close', 'open', 'gap_pct'],
    columns: ['close'],
  },
  volume_spike: {
    params: [{ name: 'min_ratio', default: 3, least: 0.0001, most: 1_000_000 }, bars('window', 20)],
    words: 'the volume is $1 times the mean of the $2 bars before it, or more',
    figures: ['volume', 'mean_volume', 'ratio'],
    columns: ['volume'],
  },
  new_high: {
    params: [bars('window', 252), bars('quiet', 20, 0)],
    words: 'the close is above the highest high of the $1 bars before it, and was not in the $2 bars before',
    figures: ['close', 'previous_high'],
    columns: ['high', 'close'],
  },
  new_low: {
    params: [bars('window', 252), bars('quiet', 20, 0)],
    words: 'the close is below the lowest low of the $1 bars before it, and was not in the $2 bars before',
    figures: ['close', 'previous_low'],
    columns: ['low', 'close'],
  },
  golden_cross: { ...averages, words: 'the $1-bar average of the close rises above the $2-bar average' },
  death_cross: { ...averages, words: 'the $1-bar average of the close falls below the $2-bar average' },
  rsi_cross: {
    params: [
      { ...bars('period', 14, 2), most: 100 },
      { name: 'level', default: 70, least: 0, most: 100, open: true },
      upOrDown,
    ],
    words: 'the $1-bar RSI crosses $2 on its way $3',
    figures: ['rsi', 'previous_rsi'],
    columns: ['close'],
  },
  volatility_spike: {
    params: [{ name: 'min_ratio', default: 3, least: 0.0001, most: 1_000_000 }, bars('window', 20)],
    words: 'the true range is $1 times the mean of the $2 bars before it, or more',
    figures: ['range', 'mean_range', 'ratio'],
    columns: ['high', 'low', 'close'],
  },
  streak: {
    params: [{ ...bars('length', 5, 2), most: 100 }, upOrDown],
    words: ([length, direction]) =>
      `the close ${direction === 1 ? 'rises' : 'falls'} for the ${ordinal(length ?? 0)} bar in a row`,
    figures: ['start_close', 'close', 'change_pct'],
    columns: ['close'],
  },
  round_number: {
    params: [
      {
        name: 'step',
        default: -1,
        least: 0,
        most: 1_000_000_000,
        words: { major: -1, auto: 0 },
        orNumber: true,
      },
      {
        name: 'direction',
        default: 0,
        least: -1,
        most: 1,
        whole: true,
        words: { up: 1, down: -1, either: 0 },
      },
    ],
    words: ([step, direction]) =>
      `the close passes ${step === -1 ? 'a major round number' : step === 0 ? 'a round number' : `a multiple of ${step}`}${direction === 0 ? '' : ` on its way ${direction === 1 ? 'up' : 'down'}`}`,
    figures: ['previous_close', 'close', 'round_number', 'spacing'],
    columns: ['close'],
  },
  opening_range_break: {
    params: [
      { ...bars('minutes', 30), most: 720 },
      upOrDown,
      { name: 'session', default: 1, least: 1, most: 5, whole: true, words: SESSION_NUMBERS },
    ],
    words: ([minutes, direction, session]) =>
      `the close ${direction === 1 ? 'rises above' : 'falls below'} the range of the first ${minutes} minutes of the ${sessionNumbered(session ?? 0).words}`,
    figures: ['close', 'range_high', 'range_low'],
    columns: ['high', 'low', 'close'],
    times: true,
  },
  candle: {
    params: [
      { name: 'pattern', default: 1, least: 1, most: 17, whole: true, words: CANDLES },
      { ...bars('trend', 5, 0), most: 100 },
    ],
    words: ([pattern]) => `the candles draw ${candleWords(pattern ?? 0)}`,
    figures: ['previous_close', 'close', 'change_pct'],
    columns: ['open', 'high', 'low', 'close'],
  },
};

export const EVENT_NAMES = Object.keys(EVENTS) as [string, ...string[]];

/** A figure as a rule writes it: the word that stands for it, where there is one. */
export const eventFigure = (param: EventParam, value: number): string =>
  Object.entries(param.words ?? {}).find(([, number]) => number === value)?.[0] ?? String(value);

/** An event in words: "the open is 3% or more away from the close before it". */
export const eventWords = (event: string, args: readonly number[]): string => {
  const { words = event, params = [] } = EVENTS[event] ?? {};
  if (typeof words === 'function') return words(params.map((param, at) => args[at] ?? param.default));
  const filled = words.replace(/\$(\d)/g, (_all, at: string) => {
    const param = params[Number(at) - 1];
    return param ? eventFigure(param, args[Number(at) - 1] ?? param.default) : '';
  });
  return singularOnes(filled);
};

/** The word by which a parameter of an event was chosen, as people read it: "dark cloud cover"; null where a number was. */
export const chosenWord = (event: string, name: string, value: number): string | null => {
  const param = EVENTS[event]?.params.find((each) => each.name === name);
  const word = param?.words && eventFigure(param, value);
  return word === undefined || word === String(value) ? null : word.replaceAll('_', ' ');
};
