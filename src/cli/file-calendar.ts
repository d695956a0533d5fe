import {
  CALENDAR_NAMES,
  type CalendarName,
  CALENDARS,
  type MarketCalendar,
} from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { MONTHS } from '#src/shared/timeframes.ts';
import { BAR_MS } from '#src/engine/market/quarantine/quarantine.ts';
import type { AssetClass } from './asset-classes.ts';
import { UsageError } from './command.ts';

const DAY = 86_400_000;
const DAY_HOURS = 24;

const OF_CLASS: Record<AssetClass, CalendarName> = {
  equity: 'us-equity',
  fx: 'fx',
  metal: 'fx',
  crypto: 'crypto',
};

const WEEKDAYS = Object.fromEntries([1, 2, 3, 4, 5].map((day) => [day, [0, 1440] as const]));

/** @throws UsageError */
export const sessionNamed = (name: string): CalendarName => {
  const known = CALENDAR_NAMES.find((each) => each === name);
  if (!known) throw new UsageError(`--session must be one of ${CALENDAR_NAMES.join(', ')}, not '${name}'.`);
  return known;
};

/**
 * When the market of a file trades: by the calendar that is named, or that of its asset class; else on weekdays, and every
 * day if it has bars of Saturdays. A file in another time zone than its calendar's has days of its own zone.
 */
export const calendarOfFile = ({
  session,
  assetClass,
  timeZone,
  hasSaturdays,
}: {
  session: CalendarName | null;
  assetClass: AssetClass | null;
  timeZone: string;
  hasSaturdays: boolean;
}): MarketCalendar => {
  const name = session ?? (assetClass && OF_CLASS[assetClass]) ?? (hasSaturdays ? 'crypto' : null);
  if (name === 'crypto') return { ...CALENDARS.crypto, timeZone };
  if (name && name !== 'fx' && CALENDARS[name].timeZone === timeZone) return CALENDARS[name];
  return {
    timeZone,
    hours: WEEKDAYS,
    holidays: name && name !== 'fx' ? CALENDARS[name].holidays : new Set<string>(),
    earlyCloses: new Set<string>(),
    earlyClose: 0,
    dayBegins: 'midnight',
  };
};

/** When bars of a file end (ms, UTC). A week ends with its last session, whether its stamp is its Monday or the weekend before. */
export const endsInFile = (calendar: MarketCalendar, timeframe: Timeframe): ((ts: number) => number) => {
  if (MONTHS[timeframe] !== undefined) return endOfMonths(calendar, timeframe);
  if (timeframe !== '1w') return endsOf(calendar, timeframe).endOf;
  const weekAt = periodsOf(calendar, '1w');
  return (ts) => {
    // In the middle of the week a session is open on one of these days, at noon of the zone or at its midnight.
    for (let hours = 60; hours <= 108; hours += 4) {
      const week = weekAt(ts + (hours * DAY) / DAY_HOURS);
      if (week) return week.end;
    }
    return ts + 7 * DAY;
  };
};

/** A month, quarter or year ends with its last session, whether its stamp is its first day or its first session. */
const endOfMonths = (calendar: MarketCalendar, timeframe: Timeframe): ((ts: number) => number) => {
  const periodAt = periodsOf(calendar, timeframe);
  return (ts) => {
    for (let hours = 12; hours <= 12 * DAY_HOURS; hours += 4) {
      const period = periodAt(ts + (hours * DAY) / DAY_HOURS);
      if (period) return period.end;
    }
    return ts + BAR_MS[timeframe];
  };
};
