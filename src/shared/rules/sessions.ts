/** A trading session by name: where it is, from when to when on a clock there (minutes after midnight), and how it is called. */
export type TradingSession = {
  number: number;
  words: string;
  timeZone: string;
  open: number;
  close: number;
  /** Trades on Saturdays and Sundays as well. */
  everyDay?: true;
};

const clock = (hours: number, minutes = 0): number => hours * 60 + minutes;

/**
 * The sessions that an opening range may be of. A rule names one, because a market that never closes is watched by the
 * sessions of others too. Numbers are never given to another session: stored rules and evidence hold them.
 */
const TRADING_SESSIONS = {
  new_york: {
    number: 1,
    words: 'New York session',
    timeZone: 'America/New_York',
    open: clock(9, 30),
    close: clock(16),
  },
  london: {
    number: 2,
    words: 'London session',
    timeZone: 'Europe/London',
    open: clock(8),
    close: clock(16, 30),
  },
  frankfurt: {
    number: 3,
    words: 'Frankfurt session',
    timeZone: 'Europe/Berlin',
    open: clock(9),
    close: clock(17, 30),
  },
  tokyo: { number: 4, words: 'Tokyo session', timeZone: 'Asia/Tokyo', open: clock(9), close: clock(15, 30) },
  utc: { number: 5, words: 'UTC day', timeZone: 'UTC', open: 0, close: clock(24), everyDay: true },
} as const satisfies Readonly<Record<string, TradingSession>>;

export type SessionName = keyof typeof TRADING_SESSIONS;

export const SESSION_NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(TRADING_SESSIONS).map(([name, { number }]) => [name, number]),
);

/** The session that a number stands for. Throws RangeError where there is none. */
export const sessionNumbered = (wanted: number): TradingSession => {
  const found = Object.values(TRADING_SESSIONS).find(({ number }) => number === wanted);
  if (!found) throw new RangeError(`There is no session ${wanted}.`);
  return found;
};

/** The name of the session that a number stands for. Throws RangeError where there is none. */
export const sessionName = (wanted: number): SessionName => {
  const found = Object.entries(TRADING_SESSIONS).find(([, { number }]) => number === wanted);
  if (!found) throw new RangeError(`There is no session ${wanted}.`);
  return found[0] as SessionName;
};
