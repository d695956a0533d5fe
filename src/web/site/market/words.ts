const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const level = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const monthOf = (at: Date): string => MONTHS[at.getUTCMonth()] ?? '';

/** A day as people write it: `16 Mar 2020`. `date`: ISO, read in UTC. */
export function formatDay(date: string): string {
  const at = new Date(date);
  return `${at.getUTCDate()} ${monthOf(at).slice(0, 3)} ${at.getUTCFullYear()}`;
}

/** The same in full, for sentences: `Monday, 16 March 2020`. */
export function formatLongDay(date: string): string {
  const at = new Date(date);
  return `${WEEKDAYS[at.getUTCDay()]}, ${at.getUTCDate()} ${monthOf(at)} ${at.getUTCFullYear()}`;
}

/** `March 2020`; `month` counts from 1. */
export function formatMonth(year: number, month: number): string {
  return `${MONTHS[month - 1]} ${year}`;
}

/** A price or an index level with two decimals. */
export function formatLevel(value: number): string {
  return level.format(value);
}
