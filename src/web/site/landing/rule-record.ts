import { formatDay, sessions } from '../market-record.ts';

/** The rule of the example: daily closes that moved by at least this much, in percent. */
const THRESHOLD = 3;
const fired = sessions.filter(({ change }) => Math.abs(change) >= THRESHOLD);

/** How often a rule would have fired over the whole record, counted while the pages are built. */
export const ruleRecord = {
  threshold: `${THRESHOLD}%`,
  times: fired.length,
  days: sessions.length.toLocaleString('en-US'),
  from: formatDay(sessions[0]?.date ?? ''),
  to: formatDay(sessions.at(-1)?.date ?? ''),
};
