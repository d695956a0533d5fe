import type { Token } from './lexer.ts';
import type { Cursor } from './parse-cursor.ts';
import { MOST_MINUTES, type Span, type Unit, UNIT_NAMES, UNITS } from './spans.ts';

/** The unit of time that is so many tokens ahead. */
export const unitAt = ({ is }: Cursor, ahead: number): Unit | undefined =>
  UNIT_NAMES.find((name) => is(name, ahead) || is(`${name}s`, ahead));

export const minutesOf = ({ fail }: Cursor, count: number, unit: Unit, token: Token): number => {
  const minutes = count * UNITS[unit];
  if (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES) return minutes;
  return fail(`a time is whole minutes, up to ${MOST_MINUTES / UNITS.week} weeks.`, token);
};

/** Reads `3 bars`, or a time such as `2 hours`. */
export const readSpan = (cursor: Cursor): Span => {
  const token = cursor.peek();
  const unit = unitAt(cursor, 1);
  if (token.kind === 'number' && unit) {
    const count = cursor.number('a time');
    cursor.next();
    return { minutes: minutesOf(cursor, count, unit, token) };
  }
  const bars = cursor.barCount('a number of bars, or a time such as 2 hours,');
  if (!cursor.take('bars') && !cursor.take('bar'))
    cursor.expected("'bars' or a time such as 'hours'", ['bars', 'minutes', 'hours', 'days', 'weeks']);
  return bars;
};
