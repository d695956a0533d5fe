import type { MarketHours } from '#src/shared/rules/settings.ts';

const DAYS: Readonly<Record<string, number>> = { Sun: 0, Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6 };

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Is a time within the hours? The end is not part of them; hours over midnight belong to the day on which they begin;
 * `from` equal to `to` is the whole day. Throws RangeError on a time zone that does not exist.
 */
export const openAt = ({ time_zone, days, from, to }: MarketHours): ((ts: number) => boolean) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const open = new Set(days);
  const [begins, ends] = [minutesOf(from), minutesOf(to)];
  return (ts) => {
    const parts = Object.fromEntries(format.formatToParts(ts).map(({ type, value }) => [type, value]));
    const day = DAYS[parts['weekday'] ?? ''] ?? 0;
    const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
    if (begins === ends) return open.has(day);
    if (begins < ends) return open.has(day) && minute >= begins && minute < ends;
    return minute >= begins ? open.has(day) : minute < ends && open.has((day + 6) % 7);
  };
};
