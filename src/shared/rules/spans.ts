import type { Timeframe } from '../market.ts';

/** How far a rule looks back: so many bars, or a time, whatever bars there are in it. */
export type Span = number | { minutes: number };

export const UNITS = { week: 10_080, day: 1440, hour: 60, minute: 1 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** No time that a rule looks back on is longer: two years. */
export const MOST_MINUTES = 104 * UNITS.week;
/** A time holds so many bars of the rule's timeframe at most. */
export const MOST_BARS_OF_TIME = 2500;

/** Length of a bar in minutes; of a month, quarter and year the mean of the calendar's. */
export const BAR_MINUTES: Readonly<Record<Timeframe, number>> = {
  '1m': 1,
  '2m': 2,
  '3m': 3,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '45m': 45,
  '1h': 60,
  '2h': 120,
  '3h': 180,
  '4h': 240,
  '6h': 360,
  '8h': 480,
  '12h': 720,
  '1d': 1440,
  '1w': 10_080,
  '1M': 43_800,
  '3M': 131_400,
  '12M': 525_600,
};

/** The largest unit that a time is whole in, and how many of them it is. */
const inUnits = (minutes: number): [number, Unit] => {
  const unit = UNIT_NAMES.find((name) => minutes % UNITS[name] === 0) ?? 'minute';
  return [minutes / UNITS[unit], unit];
};

/** "3 bars", "2 hours", "1 day". */
export const spanText = (span: Span): string => {
  if (typeof span === 'number') return `${span} bars`;
  const [count, unit] = inUnits(span.minutes);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
};

/** "52-week". */
export const spanAdjective = (minutes: number): string => inUnits(minutes).join('-');
