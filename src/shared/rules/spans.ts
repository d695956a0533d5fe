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

/** A time that is looked back on, and the size of the bars on which it is. */
type Time = { minutes: number; on: Timeframe };

const timesOfOperand = (operand: Operand, on: Timeframe): Time[] => {
  if ('extreme' in operand) return [{ minutes: operand.minutes, on }];
  if ('value' in operand) return timesOfOperand(operand.value, operand.timeframe ?? on);
  if ('negate' in operand) return timesOfOperand(operand.negate, on);
  if ('op' in operand) return [...timesOfOperand(operand.left, on), ...timesOfOperand(operand.right, on)];
  return 'call' in operand && operand.of ? timesOfOperand(operand.of, on) : [];
};
const timeOf = (span: Span, on: Timeframe): Time[] =>
  typeof span === 'object' ? [{ minutes: span.minutes, on }] : [];

/** Every time that a rule on bars of a size looks back on. */
const timesOf = (condition: Condition, on: Timeframe): Time[] => {
  const of = (...operands: readonly Operand[]): Time[] =>
    operands.flatMap((each) => timesOfOperand(each, on));
  if ('test' in condition) return of(condition.left, condition.right);
  if ('channel' in condition) return of(condition.value, condition.low, condition.high);
  if ('moves' in condition) return [...timeOf(condition.bars, on), ...of(condition.value)];
  if ('within' in condition) return [...timeOf(condition.within, on), ...timesOf(condition.of, on)];
  if ('not' in condition) return timesOf(condition.not, on);
  if ('event' in condition || 'happens' in condition) return [];
  return ('all' in condition ? condition.all : condition.any).flatMap((each) => timesOf(each, on));
};

type Event = Extract<Condition, { event: string }> & { on: Timeframe };
const events = (condition: Condition, on: Timeframe): Event[] => {
  if ('event' in condition) return [{ ...condition, on }];
  if ('happens' in condition) return [{ ...condition.happens, on: condition.timeframe ?? on }];
  if ('not' in condition) return events(condition.not, on);
  if ('within' in condition) return events(condition.of, on);
  if ('all' in condition) return condition.all.flatMap((each) => events(each, on));
  return 'any' in condition ? condition.any.flatMap((each) => events(each, on)) : [];
};

/** What a rule cannot watch on bars of a size: a sentence, or null where all is well. */
export const timeframeProblem = (condition: Condition, timeframe: Timeframe): string | null => {
  const times = timesOf(condition, timeframe);
  const short = times.find(({ minutes, on }) => minutes < BAR_MINUTES[on]);
  if (short !== undefined)
    return `${spanText({ minutes: short.minutes })} is less than one bar of ${short.on}: choose smaller bars or a longer time.`;
  const long = times.find(({ minutes, on }) => minutes / BAR_MINUTES[on] > MOST_BARS_OF_TIME);
  if (long !== undefined) {
    const fits = TIMEFRAMES.find((each) => long.minutes / BAR_MINUTES[each] <= MOST_BARS_OF_TIME) ?? '1w';
    return `${spanText({ minutes: long.minutes })} are more bars of ${long.on} than a rule looks back on: choose ${fits} bars or a shorter time.`;
  }
  const range = events(condition, timeframe).find(
    ({ event, args: [minutes = 0], on }) =>
      event === 'opening_range_break' && (BAR_MINUTES[on] > 60 || BAR_MINUTES[on] > minutes),
  );
  if (range)
    return `An opening range of ${range.args[0]} minutes needs bars of ${Math.min(60, range.args[0] ?? 0)} minutes or less, not ${range.on}.`;
  return null;
};
