import { TIMEFRAMES, type Timeframe } from '../market.ts';
import type { Condition, Operand } from './ast.ts';

/** How far a rule looks back: so many bars, or a time, whatever bars there are in it. */
export type Span = number | { minutes: number };

export const UNITS = { week: 10_080, day: 1440, hour: 60, minute: 1 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** No time that a rule looks back on is longer: two years. */
export const MOST_MINUTES = 104 * UNITS.week;
/** A time holds so many bars of the rule's timeframe at most. */
export const MOST_BARS_OF_TIME = 2500;

/** Length of a bar in minutes. */
export const BAR_MINUTES: Readonly<Record<Timeframe, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
  '1w': 10_080,
};

/** The largest unit that a time is whole in, and how many of them it is. */
const inUnits = (minutes: number): [number, Unit] => {
  const unit = UNIT_NAMES.find((name) => minutes % UNITS[name] === 0) ?? 'minute';
  return [minutes / UNITS[unit], unit];
};

/** "3 bars", "2 hours", "1 day". */
export const spanText = (span: Span): string => {
  if (typeof span === 'number') return `${span} bars`;
  const [count, unit] = inUnits(span.minutes);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** "52-week". */
export const spanAdjective = (minutes: number): string => inUnits(minutes).join('-');

const timesOfOperand = (operand: Operand): number[] => {
  if ('extreme' in operand) return [operand.minutes];
  if ('symbol' in operand) return timesOfOperand(operand.value);
  if ('negate' in operand) return timesOfOperand(operand.negate);
  if ('op' in operand) return [...timesOfOperand(operand.left), ...timesOfOperand(operand.right)];
  return 'call' in operand && operand.of ? timesOfOperand(operand.of) : [];
};
const timeOf = (span: Span): number[] => (typeof span === 'object' ? [span.minutes] : []);

/** Every time that a rule looks back on, in minutes. */
const timesOf = (condition: Condition): number[] => {
  if ('test' in condition) return [...timesOfOperand(condition.left), ...timesOfOperand(condition.right)];
  if ('channel' in condition) return [condition.value, condition.low, condition.high].flatMap(timesOfOperand);
  if ('moves' in condition) return [...timeOf(condition.bars), ...timesOfOperand(condition.value)];
  if ('within' in condition) return [...timeOf(condition.within), ...timesOf(condition.of)];
  if ('not' in condition) return timesOf(condition.not);
  if ('event' in condition || 'happens' in condition) return [];
  return ('all' in condition ? condition.all : condition.any).flatMap(timesOf);
};

const events = (condition: Condition): Extract<Condition, { event: string }>[] => {
  if ('event' in condition) return [condition];
  if ('happens' in condition) return [condition.happens];
  if ('not' in condition) return events(condition.not);
  if ('within' in condition) return events(condition.of);
  if ('all' in condition) return condition.all.flatMap(events);
  return 'any' in condition ? condition.any.flatMap(events) : [];
};

/** What a rule cannot watch on bars of a size: a sentence, or null where all is well. */
export const timeframeProblem = (condition: Condition, timeframe: Timeframe): string | null => {
  const length = BAR_MINUTES[timeframe];
  const times = timesOf(condition);
  const short = times.find((minutes) => minutes < length);
  if (short !== undefined)
    return `${spanText({ minutes: short })} is less than one bar of ${timeframe}: choose smaller bars or a longer time.`;
  const long = times.find((minutes) => minutes / length > MOST_BARS_OF_TIME);
  if (long !== undefined) {
    const fits = TIMEFRAMES.find((each) => long / BAR_MINUTES[each] <= MOST_BARS_OF_TIME) ?? '1w';
    return `${spanText({ minutes: long })} are more bars of ${timeframe} than a rule looks back on: choose ${fits} bars or a shorter time.`;
  }
  const range = events(condition).find(({ event }) => event === 'opening_range_break');
  if (range && (length > 60 || length > (range.args[0] ?? 0)))
    return `An opening range of ${range.args[0]} minutes needs bars of ${Math.min(60, range.args[0] ?? 0)} minutes or less, not ${timeframe}.`;
  return null;
};
