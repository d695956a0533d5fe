import { DateTime } from 'luxon';
import type { MarketCalendar } from './calendars.ts';

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
  const beginOf = (midnight: DateTime): DateTime =>
    open < 0
      ? midnight.minus({ days: 1 }).set({ hour: 24 + Math.floor(open / 60), minute: ((open % 60) + 60) % 60 })
      : midnight;
  let day = { from: 0, to: 0 };
  return (ts) => {
    if (ts >= day.from && ts < day.to) return day.from;
    const midnight = DateTime.fromMillis(ts, { zone: timeZone }).startOf('day');
    const starts = [0, 1, 2].map((days) => beginOf(midnight.plus({ days })).toMillis());
    const [today = 0, next = 0, after = 0] = starts;
    day = ts < next ? { from: today, to: next } : { from: next, to: after };
    return day.from;
  };
};
