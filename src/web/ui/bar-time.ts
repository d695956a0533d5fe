import type { Timeframe } from '#src/shared/market.ts';
import { isDaysLong } from '#src/shared/timeframes.ts';

/**
 * When a bar began, as its market writes it: the day for bars of a day or more (`16 Mar 2020`), else with the
 * clock and the zone (`16 Mar 2020, 09:30 EDT`), as for what has no bar.
 */
export function barTime(iso: string, timeframe: Timeframe | null, timeZone: string): string {
  const at = Date.parse(iso);
  // A source that names days and no zone puts them at midnight UTC: in a market's zone that would be the day before.
  const isDate = timeframe !== null && isDaysLong(timeframe);
  const zone = isDate && iso.slice(11, 19) === '00:00:00' ? 'UTC' : timeZone;
  const day = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  if (isDate) return english(day.format(at));
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return `${english(day.format(at))}, ${clock.format(at)}`;
}

/** British English writes Sept, which no table of ours does. */
const english = (day: string): string => day.replace('Sept', 'Sep');
