import { formatDay, sessions, type Session } from '../../market-record.ts';
import { perYear, years } from './moves.ts';
import { cooldownOrLarger, pace } from './pacing.ts';

export const LARGE_PCT = 5;
export const QUIET_SESSIONS = 60;

type Routed = { session: Session; reason: 'large' | 'first' | null };

/**
 * Post 4's policy over the alerts of the record (3 %, cooldown unless larger): a person reads it where the move is
 * large, or where nothing has gone out for a quarter; else (`reason` null) it goes by itself.
 */
export const routed: readonly Routed[] = route(pace(cooldownOrLarger));

export function route(alerts: readonly Session[]): Routed[] {
  const place = new Map(sessions.map(({ date }, index) => [date, index]));
  let last = Number.NEGATIVE_INFINITY;
  return alerts.map((session) => {
    const at = place.get(session.date) ?? 0;
    const since = at - last;
    last = at;
    if (Math.abs(session.change) >= LARGE_PCT) return { session, reason: 'large' };
    return { session, reason: since > QUIET_SESSIONS ? 'first' : null };
  });
}

const read = routed.filter(({ reason }) => reason !== null);
const alone = routed.filter(({ reason }) => reason === null);
const sessionsOf = (some: readonly Routed[]) => some.map(({ session }) => session);
const readPerYear = perYear(sessionsOf(read));
const alonePerYear = perYear(sessionsOf(alone));

/** Per year: alerts that a person reads, and alerts that go by themselves. */
export const load = years.map((year, index) => ({
  year,
  read: readPerYear[index]?.days ?? 0,
  alone: alonePerYear[index]?.days ?? 0,
}));

const busiest = readPerYear.reduce((a, b) => (b.days > a.days ? b : a));
const short = readPerYear.find(({ year }) => year === '2020')?.days ?? 0;

export const facts: Readonly<Record<string, string>> = {
  all: String(routed.length),
  read: String(read.length),
  alone: String(alone.length),
  readShare: String(Math.round((read.length / routed.length) * 100)),
  large: String(routed.filter(({ reason }) => reason === 'large').length),
  first: String(routed.filter(({ reason }) => reason === 'first').length),
  busiestYear: busiest.year,
  busiest: String(busiest.days),
  short: String(short),
  noneToRead: String(readPerYear.filter(({ days }) => days === 0).length),
  years: String(years.length),
  firstRead: formatDay(read[0]?.session.date ?? ''),
};
