import type { TradingHours } from '#src/shared/bar-import.ts';

/** When something is traded, by the names of the calendars. */
export const SESSION_WORDS: Readonly<Record<string, string>> = {
  crypto: 'Always open',
  fx: 'Sunday 17:00 to Friday 17:00, New York',
  'us-equity': '9:30 to 16:00, New York',
  'us-equity-extended': '4:00 to 20:00, New York',
  'us-futures': 'Sunday 17:00 to Friday 16:00, Chicago (CME)',
  london: '8:00 to 16:30, London',
  frankfurt: '9:00 to 17:30, Frankfurt (Xetra)',
  tokyo: '9:00 to 15:30, Tokyo',
  'hong-kong': '9:30 to 16:00, Hong Kong',
} satisfies Record<TradingHours, string>;
