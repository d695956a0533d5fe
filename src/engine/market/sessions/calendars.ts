import { US_EARLY_CLOSES, US_HOLIDAYS } from './us-holidays.ts';

/**
 * When a market trades, as data. `hours` are minutes from local midnight of the trading day, by its ISO weekday (1 is
 * Monday); below 0 is the evening before, 1440 the midnight after it.
 */
export type MarketCalendar = {
  timeZone: string;
  hours: Readonly<Record<number, readonly [open: number, close: number]>>;
  /** Holidays, YYYY-MM-DD. */
  holidays: ReadonlySet<string>;
  /** Half days, and when they end. */
  earlyCloses: ReadonlyMap<string, number>;
  /** When a daily bar begins: at local midnight, or with its session. */
  dayBegins: 'midnight' | 'open';
};

const weekdays = (open: number, close: number) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, [open, close] as const]));

const days = (byYear: Readonly<Record<number, string>>): string[] =>
  Object.entries(byYear).flatMap(([year, list]) => list.split(' ').map((day) => `${year}-${day}`));

const closedInUs = new Set(days(US_HOLIDAYS));
const earlyInUs = (close: number) => new Map(days(US_EARLY_CLOSES).map((day) => [day, close]));
const none = { holidays: new Set<string>(), earlyCloses: new Map<string, number>() };
const usMarket = { timeZone: 'America/New_York', holidays: closedInUs, dayBegins: 'midnight' as const };

/**
 * The market calendars. `us-equity`: the regular session of NYSE and Nasdaq. `us-equity-extended`: with pre-market and
 * after-hours. `fx`: Sunday 17:00 to Friday 17:00 New York; days begin at 17:00. `crypto`: always open; days in UTC.
 */
export const CALENDARS = {
  crypto: {
    timeZone: 'UTC',
    hours: { ...weekdays(0, 1440), 6: [0, 1440], 7: [0, 1440] },
    ...none,
    dayBegins: 'midnight',
  },
  fx: { timeZone: 'America/New_York', hours: weekdays(-420, 1020), ...none, dayBegins: 'open' },
  'us-equity': { ...usMarket, hours: weekdays(570, 960), earlyCloses: earlyInUs(780) },
  'us-equity-extended': { ...usMarket, hours: weekdays(240, 1200), earlyCloses: earlyInUs(1020) },
} satisfies Record<string, MarketCalendar>;

export type CalendarName = keyof typeof CALENDARS;
export const CALENDAR_NAMES = [
  'crypto',
  'fx',
  'us-equity',
  'us-equity-extended',
] as const satisfies CalendarName[];
