import { formatDay, formatLevel, sessionsUpTo, type Session } from '../market-record.ts';

/** The event that the page shows, and the month that led to it. */
export const approach = sessionsUpTo('2020-03-16', 24);
const last = approach.at(-1);
if (!last) throw new Error('The event of the landing page isn’t in the record.');
export const event: Session = last;

/** What the figures read like. The threshold is the big-move detector's own. */
export const figures = {
  day: formatDay(event.date),
  close: formatLevel(event.close),
  previous: formatLevel(event.previous),
  size: `${Math.abs(event.change).toFixed(2)}%`,
  threshold: '5%',
};
