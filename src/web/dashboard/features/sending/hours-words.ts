import type { LapsedThen } from '#src/shared/lapsed.ts';
import type { MarketHours, SendingHours, SendingHoursForm } from '#src/shared/sending-hours.ts';

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** Days in a row as `Mon to Fri`, others one by one. */
export function dayWords(days: readonly number[]): string {
  const [first = 1, last = 7] = [days[0], days.at(-1)];
  const name = (day: number): string => DAYS[day - 1] ?? '';
  if (days.length === 7) return 'Every day';
  const isRow = days.length > 2 && last - first + 1 === days.length;
  return isRow ? `${name(first)} to ${name(last)}` : days.map(name).join(', ');
}

/** In place of days and hours. */
export const MARKET: Readonly<Record<MarketHours, string>> = {
  regular: 'While the symbol’s market trades',
  extended: 'While the symbol’s market trades, with pre- and post-market',
};

/** `Mon to Fri, 08:00 to 18:00 (Europe/Berlin)`, or `While the symbol’s market trades`. */
export const hoursWords = ({
  market,
  days,
  from,
  to,
  timeZone,
}: Pick<SendingHoursForm | SendingHours, 'market' | 'days' | 'from' | 'to' | 'timeZone'>): string =>
  market ? MARKET[market] : `${dayWords(days ?? [])}, ${from} to ${to} (${timeZone})`;

/** What becomes of an alert that lapses while it waits for them. */
export const LATE: Readonly<Record<LapsedThen, string>> = {
  nothing: 'Don’t send it',
  digest: 'Past news in the next digest',
};

/** What they are the hours of. */
export const ofWords = ({ scope, name }: Pick<SendingHours, 'scope' | 'name'>): string =>
  scope === 'workspace' ? 'Everything in this workspace' : name;
