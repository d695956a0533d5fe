import {
  CALENDAR_NAMES,
  type CalendarName,
  CALENDARS,
  type MarketCalendar,
} from '#src/engine/market/sessions/calendars.ts';
import { endsOf } from '#src/engine/market/bars/ends.ts';
import { periodsOf } from '#src/engine/market/bars/periods.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { AssetClass } from './asset-classes.ts';
import { UsageError } from './command.ts';

const DAY = 86_400_000;

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
  if (timeframe !== '1w') return endsOf(calendar, timeframe).endOf;
  const weekAt = periodsOf(calendar, '1w');
  return (ts) => {
    // In the middle of the week a session is open on one of these days, at noon of the zone or at its midnight.
    for (let hours = 60; hours <= 108; hours += 4) {
      const week = weekAt(ts + (hours * DAY) / 24);
      if (week) return week.end;
    }
    return ts + 7 * DAY;
  };
};
