const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

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

/** A price or an index level of 0 or more with two decimals: `2,386.13`. Without Intl, whose first use costs a phone a frame. */
export function formatLevel(value: number): string {
  const [whole = '', decimals] = value.toFixed(2).split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${decimals}`;
}
