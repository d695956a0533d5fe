import type { MarketHours } from '#src/shared/rules/settings.ts';

const DAYS: Readonly<Record<string, number>> = { Sun: 0, Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6 };
const DAY = 1440;
const WEEK = 7;

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/**
 * Does any part of a bar lie within the hours? Asked with the moment at which it begins (ms) and made for bars of so
 * many minutes: the daily bar of a Monday has Monday's hours in it, and one of a week those of every day. The end is
 * not part of the hours, nor of the bar; hours over midnight belong to the day on which they begin; `from` equal to
 * `to` is the whole day. Throws RangeError on a time zone that does not exist.
 */
export const openDuring = (
  { time_zone, days, from, to }: MarketHours,
  barMinutes: number,
): ((start: number) => boolean) => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const open = new Set(days);
  const isAllDay = from === to;
  const begins = isAllDay ? 0 : minutesOf(from);
  const lasts = isAllDay ? DAY : (minutesOf(to) - begins + DAY) % DAY;
  const nights = Math.min(WEEK, Math.ceil(barMinutes / DAY));
  return (start) => {
    const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, value]));
    const today = DAYS[parts['weekday'] ?? ''] ?? 0;
    const minute = Number(parts['hour']) * 60 + Number(parts['minute']);
    // Yesterday's hours may reach over midnight, and a bar may reach into days after its own.
    for (let ahead = -1; ahead <= nights; ahead += 1) {
      const opens = ahead * DAY + begins;
      const isPart = opens < minute + barMinutes && minute < opens + lasts;
      if (isPart && open.has((today + ahead + WEEK) % WEEK)) return true;
    }
    return false;
  };
};
