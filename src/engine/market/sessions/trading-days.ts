import type { MarketCalendar } from './calendars.ts';
import { daysAround, localDays } from './local-days.ts';

type TradingDays = Pick<MarketCalendar, 'timeZone'> & Partial<Pick<MarketCalendar, 'hours' | 'dayBegins'>>;

/**
 * Makes the function that says when the trading day began (ms, UTC) that a moment belongs to: at local midnight, or
 * where the market's days begin with their session, at the hour of its open. What is traded before the open or after
 * the close belongs to the day too, and holidays are days like others: nothing is traded on them.
 */
export const tradingDays = ({
  timeZone,
  hours = {},
  dayBegins = 'midnight',
}: TradingDays): ((ts: number) => number) => {
  // Sessions that open on the evening before (currencies: -420 is 17:00) begin their day then.
  const [open = 0] = dayBegins === 'open' ? (hours[1] ?? []) : [];
  const days = localDays(timeZone);
  const beginOf = (day: number): number => (open < 0 ? days.wall(day, open) : days.midnight(day));
  let known = { from: 0, to: 0 };
  return (ts) => {
    if (ts >= known.from && ts < known.to) return known.from;
    for (const day of daysAround(ts)) {
      known = { from: beginOf(day), to: beginOf(day + 1) };
      if (ts < known.to) break;
    }
    return known.from;
  };
};
