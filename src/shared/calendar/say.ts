import type { Entry, Occasion, Timing } from './entry.ts';
import { withUnit } from './figures.ts';

/** What people call it: "US CPI m/m", "AAPL earnings". */
export function nameOf({ kind, title, country, currency, symbol }: Omit<Entry, 'at'>): string {
  const begins = (code: string): boolean =>
    title.startsWith(code) && !/[\p{L}\p{N}]/u.test(title.charAt(code.length));
  if (kind === 'earnings' && symbol !== null) {
    if (title === symbol || title === '') return `${symbol} earnings`;
    const said = /\b(?:earnings|results)\b/i.test(title);
    if (begins(symbol)) return said ? title : `${title} earnings`;
    return said ? `${symbol} ${title}` : `${symbol} earnings (${title})`;
  }
  const place = symbol ?? country ?? currency;
  const isThere = place === null || begins(place) || (currency !== null && begins(currency));
  return isThere ? title : `${place} ${title}`;
}

export const TIMING_WORDS: Record<Exclude<Timing, 'exact'>, string> = {
  before_open: 'before the open',
  after_close: 'after the close',
  all_day: 'all day',
  unknown: 'time not known',
};

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** A span in words: 15 minutes, 2 hours 30 minutes, 3 days. */
export function spanWords(minutes: number): string {
  if (minutes < 120) return count(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return count(Math.round(minutes / 1440), 'day');
  return minutes % 60 === 0
    ? count(hours, 'hour')
    : `${count(hours, 'hour')} ${count(minutes % 60, 'minute')}`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const dayWords = (day: string): string =>
  `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;

/** When it is, in words. */
export const timeWords = ({ at, day, timing }: Pick<Entry, 'at' | 'day' | 'timing'>): string =>
  timing === 'exact'
    ? `${dayWords(at)}, ${at.slice(11, 16)} UTC`
    : `${dayWords(day)}, ${TIMING_WORDS[timing]}`;

/** What an alert begins with. `now`: when it is said. */
export function headlineOf(entry: Entry, occasion: Occasion, now: Date): string {
  const name = nameOf(entry);
  const figure = (text: string | null): string | null => text && withUnit(text, entry.unit);
  const [actual, forecast, previous] = [entry.actual, entry.forecast, entry.previous].map((text) =>
    figure(text),
  );
  const known = [...(forecast ? [`forecast ${forecast}`] : []), ...(previous ? [`before ${previous}`] : [])];
  if (occasion === 'released') return `${name}: ${[actual ?? 'released', ...known.slice(0, 1)].join(', ')}`;
  const figures = known.length > 0 ? `: ${known.join(', ')}` : '';
  if (entry.timing !== 'exact')
    return `${name} ${occasion === 'at' ? 'today' : `on ${dayWords(entry.day)}`}, ${TIMING_WORDS[entry.timing]}${figures}`;
  const minutes = Math.round((Date.parse(entry.at) - now.getTime()) / 60_000);
  return `${name} ${minutes < 1 ? 'now' : `in ${spanWords(minutes)}`}${figures}`;
}
