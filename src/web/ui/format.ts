import type { ValueUnit } from '#src/shared/market.ts';

/** The typographic minus. */
export const MINUS = '\u2212';
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** A signed percentage such as `+11.02%` with a real minus sign; `value` is percent (11.02 means 11.02 %). */
export function formatPercent(value: number, digits = 2): string {
  const size = Math.abs(value).toFixed(digits);
  const sign = Number(size) === 0 ? '' : value < 0 ? MINUS : '+';
  return `${sign}${size}%`;
}

/** A figure in the unit of its detector: percent, ratio (`3.2×`) or level. */
export function formatValue(value: number, unit: ValueUnit): string {
  if (unit === 'percent') return formatPercent(value);
  if (unit === 'ratio') return `${value.toFixed(1)}×`;
  return formatQuote(value);
}

/** A number with thousands separators and a real minus sign. */
export function formatNumber(value: number): string {
  return plain.format(value).replace('-', MINUS);
}

/** The most decimals of a price by its size, as alerts print it (shared/figures.ts), which reads decimal text instead. */
function placesOf(size: number): number {
  if (size >= 1000) return 2;
  if (size >= 10) return 3;
  if (size >= 1 || !size) return 5;
  return Math.min(15, 4 - Math.floor(Math.log10(size)));
}

/** A price or a level: two decimals at least, and no more than a price of its size has: `2,874.56`, `1.08734`. */
export function formatQuote(value: number): string {
  const maximumFractionDigits = placesOf(Math.abs(value));
  return value
    .toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits })
    .replace('-', MINUS);
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [86_400 * 30, 'day', 86_400],
  [86_400 * 365, 'month', 86_400 * 30],
  [Number.POSITIVE_INFINITY, 'year', 86_400 * 365],
];

/** How long ago (or ahead) `at` is from `now`, both in ms since the epoch: `3 minutes ago`. */
export function formatRelative(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  if (Math.abs(seconds) < 45) return 'just now';
  const [, unit, size] = STEPS.find(([limit]) => Math.abs(seconds) < limit) ?? ['', 'year', 86_400 * 365];
  return relative.format(Math.round(seconds / size), unit as Intl.RelativeTimeFormatUnit);
}

/** The exact time in a zone (the viewer's own by default), with the zone's name. `at` in ms since the epoch. */
export function formatExact(at: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'long',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** The time of day in the viewer's zone, like `7:00`; of another day, with its weekday. */
export function formatClock(at: string, now = Date.now()): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date(now).toDateString();
  const time = `${date.getHours()}:${String(date.getMinutes()).padStart(2, '0')}`;
  return isToday ? time : `${date.toLocaleDateString('en-US', { weekday: 'short' })} ${time}`;
}
