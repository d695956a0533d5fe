import type { AlertFilter } from '#src/shared/alert-list.ts';
import type { Analytics } from '#src/shared/analytics.ts';
import type { Bar } from './count-bars.tsx';

const short = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
/** The number of dates under the drawing, at even distances. */
const TICKS = 4;

/** The filter of the figures, as it stood for this answer. */
export const filterOf = (given: AlertFilter, { trial, period }: Analytics): AlertFilter => ({
  ...given,
  trial,
  from: period.from,
  to: period.to,
});

export function dayBars(days: Analytics['days'], filter: AlertFilter): Bar[] {
  const last = days.length - 1;
  const steps = Math.min(TICKS - 1, last);
  const ticks = new Set(Array.from({ length: steps + 1 }, (_, at) => Math.round((at * last) / (steps || 1))));
  return days.map(({ day, ...counts }, at) => {
    const date = Date.parse(`${day}T00:00:00Z`);
    const bar = { key: day, label: long.format(date), filter: { ...filter, from: day, to: day }, ...counts };
    return ticks.has(at) ? { ...bar, tick: short.format(date) } : bar;
  });
}

export function hourBars(hours: Analytics['hours'], filter: AlertFilter): Bar[] {
  return hours.map(({ hour, ...counts }) => {
    const label = `${String(hour).padStart(2, '0')}:00`;
    const bar = { key: label, label, filter: { ...filter, hour: [String(hour)] }, ...counts };
    return hour % 6 === 0 || hour === 23 ? { ...bar, tick: label.slice(0, 2) } : bar;
  });
}
