import { CALENDARS, type CalendarName } from '#src/engine/market/sessions/calendars.ts';
import { sessionsOf } from '#src/engine/market/sessions/sessions.ts';
import type { ChartSession, InstrumentDetail } from '#src/shared/instrument-detail.ts';

type Span = { open: number; close: number };

/** No market opens a session right after another for more days in a row. */
const IN_A_ROW_MAX = 10;

/** The regular hours within a session of a market that also trades around them; null for others. */
function regularOf(name: CalendarName, session: Span): Span | null {
  if (name !== 'us-equity-extended') return null;
  const regular = sessionsOf(CALENDARS['us-equity']);
  const open = regular.openFrom(session.open);
  return open !== null && open < session.close ? { open, close: regular.nextClose(open) } : null;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Where in its trading day a market is at `now` (ms, UTC), and until when. */
export function hoursAt(name: CalendarName, now: number): InstrumentDetail['hours'] {
  if (name === 'crypto') return { phase: 'open', until: null };
  const sessions = sessionsOf(CALENDARS[name]);
  const session = sessions.at(now);
  if (!session) {
    const opens = sessions.openFrom(now);
    const isBreak = opens !== null && sessions.at(opens)?.lunch?.[1] === opens;
    return { phase: isBreak ? 'break' : 'closed', until: opens === null ? null : iso(opens) };
  }
  const regular = regularOf(name, session);
  if (regular && now < regular.open) return { phase: 'pre', until: iso(regular.open) };
  if (regular && now >= regular.close) return { phase: 'post', until: iso(session.close) };
  let { close } = regular ?? session;
  if (session.lunch && now < session.lunch[0]) [close] = session.lunch;
  // Currencies trade from one day into the next.
  for (let days = 0; days < IN_A_ROW_MAX; days += 1) {
    const next = regular ? null : sessions.at(close);
    if (!next) break;
    ({ close } = next);
  }
  return { phase: 'open', until: iso(close) };
}

/** The sessions that bars began in (ms, UTC; in order), each once. */
export function sessionsUnder(name: CalendarName, times: readonly number[]): ChartSession[] {
  const sessions = sessionsOf(CALENDARS[name]);
  const found = new Map<string, ChartSession>();
  for (const time of times) {
    const session = sessions.at(time);
    if (!session || found.has(session.day)) continue;
    const { open, close } = session;
    found.set(session.day, { open, close, regular: regularOf(name, session) });
  }
  return [...found.values()];
}
