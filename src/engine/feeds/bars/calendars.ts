import { US_EARLY_CLOSES, US_HOLIDAYS } from './us-holidays.ts';

/**
 * When a market trades, as data. `hours` are minutes from local midnight of the trading day, by its ISO weekday (1 is
 * Monday); below 0 is the evening before, 1440 the midnight after it.
 */
export type MarketCalendar = {
  timeZone: string;
  hours: Readonly<Record<number, readonly [open: number, close: number]>>;
  /** Trading days, YYYY-MM-DD, without trade. */
  holidays: ReadonlySet<string>;
  /** Trading days that end early, and when. */
  earlyCloses: ReadonlyMap<string, number>;
  /** Where a daily bar begins: at local midnight of its day, or with the first trade's session. */
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
 * The calendars the product knows. `us-equity` is the regular session of NYSE and Nasdaq, `us-equity-extended` also
 * what is traded before and after it; `fx` is the week from Sunday 17:00 to Friday 17:00 New York, its days beginning
 * at 17:00; `crypto` never closes, its days are those of UTC.
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
