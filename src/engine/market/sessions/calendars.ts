import { FRANKFURT_EARLY_CLOSES, FRANKFURT_HOLIDAYS } from './closings/frankfurt.ts';
import { HONG_KONG_EARLY_CLOSES, HONG_KONG_HOLIDAYS } from './closings/hong-kong.ts';
import { LONDON_EARLY_CLOSES, LONDON_HOLIDAYS } from './closings/london.ts';
import { TOKYO_HOLIDAYS } from './closings/tokyo.ts';
import { US_EARLY_CLOSES, US_HOLIDAYS } from './closings/us.ts';
import { US_FUTURES_EARLY_CLOSES, US_FUTURES_HOLIDAYS } from './closings/us-futures.ts';

/**
 * When a market trades, as data. `hours` are minutes from local midnight of the trading day, by its ISO weekday (1 is
 * Monday); below 0 is the evening before, 1440 the midnight after it.
 */
export type MarketCalendar = {
  timeZone: string;
  hours: Readonly<Record<number, readonly [open: number, close: number]>>;
  /** The lunch break, in minutes from local midnight. */
  lunch?: readonly [from: number, to: number];
  /** Holidays, YYYY-MM-DD. */
  holidays: ReadonlySet<string>;
  /** Half days, YYYY-MM-DD, and when they end, in minutes from local midnight. */
  earlyCloses: ReadonlySet<string>;
  earlyClose: number;
  /** When a daily bar begins: at local midnight, or with its session. */
  dayBegins: 'midnight' | 'open';
};

/** Days of the year, MM-DD with spaces between, by year. */
type DaysByYear = Readonly<Record<number, string>>;
/** Holidays and half days of one or several calendars, which an operator's file can extend. */
type Closings = {
  title: string;
  holidays: Set<string>;
  earlyCloses: Set<string>;
  /** The last year with known days. */
  lastYear: number;
};

const weekdays = (open: number, close: number) =>
  Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, [open, close] as const]));

const days = (byYear: DaysByYear): string[] =>
  Object.entries(byYear).flatMap(([year, list]) =>
    list
      .split(' ')
      .filter(Boolean)
      .map((day) => `${year}-${day}`),
  );

const closings = (title: string, holidays: DaysByYear, earlyCloses: DaysByYear = {}): Closings => ({
  title,
  holidays: new Set(days(holidays)),
  earlyCloses: new Set(days(earlyCloses)),
  lastYear: Math.max(...Object.keys(holidays).map(Number)),
});

/** Known holidays and half days, by the name that an operator's file uses. */
const CLOSINGS = {
  us: closings('US stock exchanges', US_HOLIDAYS, US_EARLY_CLOSES),
  'us-futures': closings('US index futures', US_FUTURES_HOLIDAYS, US_FUTURES_EARLY_CLOSES),
  london: closings('London', LONDON_HOLIDAYS, LONDON_EARLY_CLOSES),
  frankfurt: closings('Frankfurt', FRANKFURT_HOLIDAYS, FRANKFURT_EARLY_CLOSES),
  tokyo: closings('Tokyo', TOKYO_HOLIDAYS),
  'hong-kong': closings('Hong Kong', HONG_KONG_HOLIDAYS, HONG_KONG_EARLY_CLOSES),
};
export type ClosingsName = keyof typeof CLOSINGS;
export const CLOSINGS_NAMES = Object.keys(CLOSINGS) as ClosingsName[];

/** Always the same hours. */
const none = { holidays: new Set<string>(), earlyCloses: new Set<string>(), earlyClose: 0 };
const exchange = (name: ClosingsName, timeZone: string, earlyClose: number) => ({
  timeZone,
  holidays: CLOSINGS[name].holidays,
  earlyCloses: CLOSINGS[name].earlyCloses,
  earlyClose,
  dayBegins: 'midnight' as const,
});

/**
 * The market calendars. `us-equity`: the regular session of NYSE and Nasdaq. `us-equity-extended`: with pre-market and
 * after-hours. `us-futures`: CME's index futures, 17:00 to 16:00 Chicago; days begin at 17:00. `london`, `frankfurt`
 * (Xetra), `tokyo` and `hong-kong`: stock exchanges, from the opening to the closing auction, with their lunch breaks.
 * `fx`: Sunday 17:00 to Friday 17:00 New York; days begin at 17:00. `crypto`: always open; days in UTC. Hours are those
 * of today: Tokyo closed at 15:00 until November 2024, Hong Kong opened at 10:00 until March 2011.
 */
export const CALENDARS = {
  crypto: {
    timeZone: 'UTC',
    hours: { ...weekdays(0, 1440), 6: [0, 1440], 7: [0, 1440] },
    ...none,
    dayBegins: 'midnight',
  },
  fx: { timeZone: 'America/New_York', hours: weekdays(-420, 1020), ...none, dayBegins: 'open' },
  'us-equity': { ...exchange('us', 'America/New_York', 780), hours: weekdays(570, 960) },
  'us-equity-extended': { ...exchange('us', 'America/New_York', 1020), hours: weekdays(240, 1200) },
  'us-futures': {
    ...exchange('us-futures', 'America/Chicago', 720),
    hours: weekdays(-420, 960),
    dayBegins: 'open',
  },
  london: { ...exchange('london', 'Europe/London', 750), hours: weekdays(480, 990) },
  frankfurt: { ...exchange('frankfurt', 'Europe/Berlin', 840), hours: weekdays(540, 1050) },
  tokyo: { ...exchange('tokyo', 'Asia/Tokyo', 690), hours: weekdays(540, 930), lunch: [690, 750] },
  'hong-kong': {
    ...exchange('hong-kong', 'Asia/Hong_Kong', 720),
    hours: weekdays(570, 960),
    lunch: [720, 780],
  },
} satisfies Record<string, MarketCalendar>;

export type CalendarName = keyof typeof CALENDARS;
export const CALENDAR_NAMES = Object.keys(CALENDARS) as CalendarName[];

/** Holidays and half days of a year, YYYY-MM-DD. */
export type ClosedYear = { year: number; holidays: readonly string[]; earlyCloses: readonly string[] };

/** Replaces what is known of a year. Call it before any session is computed: computed sessions are kept. */
export function setClosings(name: ClosingsName, { year, holidays, earlyCloses }: ClosedYear): void {
  const known = CLOSINGS[name];
  const isOfYear = (day: string): boolean => day.startsWith(`${year}-`);
  const replace = (set: Set<string>, by: readonly string[]): void => {
    for (const day of [...set].filter(isOfYear)) set.delete(day);
    for (const day of by) set.add(day);
  };
  replace(known.holidays, holidays);
  replace(known.earlyCloses, earlyCloses);
  known.lastYear = Math.max(known.lastYear, year);
}

const DAY = 86_400_000;
/** How long before the end an operator is warned. */
const AHEAD_MS = 60 * DAY;

/** A sentence for each market whose holidays are unknown 60 days from `now` (ms, UTC), or already. */
export const endingCalendars = (now: number): string[] =>
  Object.values(CLOSINGS).flatMap(({ title, lastYear }) => {
    const endsAt = Date.UTC(lastYear + 1, 0, 1);
    if (endsAt - now > AHEAD_MS) return [];
    return [
      `Holidays of ${title} are known until the end of ${lastYear}. Add the next year to the file of MARKET_CALENDARS, or update the program.`,
    ];
  });
