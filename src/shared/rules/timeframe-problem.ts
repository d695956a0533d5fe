import { TIMEFRAMES, type Timeframe } from '../market.ts';
import { type Condition, type Operand, partsOf } from './ast.ts';
import { operandsCompared } from './figures.ts';
import { FUNCTIONS } from './functions.ts';
import { OF_DAY_VOLUME, OF_PREMARKET } from './functions-days.ts';
import { BAR_MINUTES, MOST_BARS_OF_TIME, type Span, spanText } from './spans.ts';

/** A time that is looked back on, and the size of the bars on which it is. */
type Time = { minutes: number; on: Timeframe };

const timesOfOperand = (operand: Operand, on: Timeframe): Time[] => {
  if ('extreme' in operand) return [{ minutes: operand.minutes, on }];
  if ('value' in operand) return timesOfOperand(operand.value, operand.timeframe ?? on);
  const spans = 'call' in operand && operand.when ? timesOf(operand.when, on) : [];
  return [...spans, ...partsOf(operand).flatMap((each) => timesOfOperand(each, on))];
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

/** The functions of a trading day that are asked for, and the sizes of the bars on which they are. */
const dayFigures = (condition: Condition, on: Timeframe): { call: string; on: Timeframe }[] => {
  const of = (operand: Operand, size: Timeframe): { call: string; on: Timeframe }[] => {
    if ('value' in operand) return of(operand.value, operand.timeframe ?? size);
    if ('call' in operand && FUNCTIONS[operand.call]?.from === 'day')
      return [{ call: operand.call, on: size }];
    return partsOf(operand).flatMap((each) => of(each, size));
  };
  return operandsCompared(condition).flatMap((each) => of(each, on));
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
  const days = dayFigures(condition, timeframe);
  const day = days.find(({ call, on }) => OF_DAY_VOLUME.has(call) && BAR_MINUTES[on] >= BAR_MINUTES['1d']);
  if (day)
    return `VWAP begins anew every trading day, so on ${day.on} bars it isn’t an average. Choose bars of 4h or less, or use rolling_vwap(20).`;
  const early = days.find(({ call, on }) => OF_PREMARKET.has(call) && BAR_MINUTES[on] > 30);
  if (early)
    return `${early.call} is of the bars before 9:30 in New York, and a bar of ${early.on} can begin before and end after it. Choose bars of 30m or less, or write ${early.call}() on 5m.`;
  const week = days.find(({ on }) => BAR_MINUTES[on] > BAR_MINUTES['1d']);
  if (week)
    return `${week.call} is of a trading day, and a bar of ${week.on} has several. Write ${week.call}() on 1d.`;
  return null;
};
