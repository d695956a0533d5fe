import { formatPercent } from '#src/web/ui/format.ts';
import { formatDay, formatLevel, sessions, type Session } from '../../market-record.ts';

/** From the first large fall of 2020 to the end of the record: what post 3 replays. */
export const spring = sessions.filter(({ date }) => date >= '2020-02-24');

/** Keeps what it must remember; answers true for a session that gets an alert. */
type Pacing = () => (session: Session) => boolean;

export const RULE_PCT = 3;
const COOLDOWN_SESSIONS = 5;
const CALM_PCT = 1.5;
const CALM_SESSIONS = 3;

const sizeOf = ({ change }: Session) => Math.abs(change);

/** Every session that meets the rule. */
export const every: Pacing = () => (session) => sizeOf(session) >= RULE_PCT;

/** After an alert, silence: the next one may come in the fifth session after it. */
export const cooldown: Pacing = () => {
  let since = Number.POSITIVE_INFINITY;
  return (session) => {
    since += 1;
    if (sizeOf(session) < RULE_PCT || since < COOLDOWN_SESSIONS) return false;
    since = 0;
    return true;
  };
};

/** The same, but a move larger than the last one told breaks the silence. */
export const cooldownOrLarger: Pacing = () => {
  let since = Number.POSITIVE_INFINITY;
  let told = 0;
  return (session) => {
    since += 1;
    if (sizeOf(session) < RULE_PCT) return false;
    if (since < COOLDOWN_SESSIONS && sizeOf(session) <= told) return false;
    since = 0;
    told = sizeOf(session);
    return true;
  };
};

/** After an alert, silence until so many calm sessions in a row have passed. */
export const rearm: Pacing = () => {
  let armed = true;
  let calm = 0;
  return (session) => {
    if (armed) {
      armed = sizeOf(session) < RULE_PCT;
      return !armed;
    }
    calm = sizeOf(session) < CALM_PCT ? calm + 1 : 0;
    if (calm >= CALM_SESSIONS) {
      armed = true;
      calm = 0;
    }
    return false;
  };
};

/** The sessions that get an alert, over any run of the record. Start it years earlier: a pacing has a memory. */
export const pace = (pacing: Pacing, over: readonly Session[] = sessions): Session[] => over.filter(pacing());

const inSpring = (some: readonly Session[]) => some.filter(({ date }) => date >= (spring[0]?.date ?? ''));

export const lanes = [
  { name: 'Every time', note: `each close ${RULE_PCT}% or more away`, alerts: inSpring(pace(every)) },
  { name: 'Cooldown', note: 'may speak again in the fifth session', alerts: inSpring(pace(cooldown)) },
  {
    name: 'Cooldown, unless larger',
    note: 'a larger move breaks the silence',
    alerts: inSpring(pace(cooldownOrLarger)),
  },
  {
    name: 'Until calm',
    note: `silence until ${CALM_SESSIONS} sessions below ${CALM_PCT}%`,
    alerts: inSpring(pace(rearm)),
  },
] as const;

/** The week in which three rules of one symbol said the same thing eleven times. */
export const week = spring.filter(({ date }) => date >= '2020-03-09' && date <= '2020-03-13');
export const WEEK_RULES = [3, 5, 7] as const;
export const firesOf = (rule: number) => week.filter((session) => sizeOf(session) >= rule);

export const LEVEL = 2500;
export const BAND_PCT = 4;
export const upper = LEVEL * (1 + BAND_PCT / 100);

export type Crossing = { session: Session; below: boolean };

/** Closes that changed sides: below the level, and back at `back` or above it. */
export function crossings(over: readonly Session[], back: number): Crossing[] {
  let below = false;
  return over.flatMap((session) => {
    const now = below ? session.close < back : session.close < LEVEL;
    if (now === below) return [];
    below = now;
    return [{ session, below }];
  });
}

/** The same, told only when two closes in a row are on the new side; the session is the second of them. */
export function confirmedCrossings(over: readonly Session[]): Crossing[] {
  let below = false;
  let before = false;
  return over.flatMap((session) => {
    const now = session.close < LEVEL;
    const confirmed = now !== below && now === before;
    before = now;
    if (!confirmed) return [];
    below = now;
    return [{ session, below }];
  });
}

export const plain = crossings(spring, LEVEL);
export const banded = crossings(spring, upper);
export const confirmed = confirmedCrossings(spring);

/** Alerts of the exception that broke a silence, being larger than the one told before. */
const broke = (alerts: readonly Session[]) =>
  alerts.filter((session, index) => {
    const before = alerts[index - 1];
    return (
      before !== undefined &&
      sessions.indexOf(session) - sessions.indexOf(before) < COOLDOWN_SESSIONS &&
      sizeOf(session) > sizeOf(before)
    );
  });

const largest = spring.reduce((a, b) => (b.change < a.change ? b : a));
const [everyTime, cooled, larger, calmed] = lanes;
const dayOf = (session: Session | undefined) => formatDay(session?.date ?? '');
const weekAlerts = WEEK_RULES.reduce((sum, rule) => sum + firesOf(rule).length, 0);
const told = (alerts: readonly Session[]) => alerts.some(({ date }) => date === largest.date);
if (!told(cooled.alerts) || !told(larger.alerts) || told(calmed.alerts))
  throw new Error('Post 3 says which pacing reports the largest fall. Check its text.');

export const facts: Readonly<Record<string, string>> = {
  springSessions: String(spring.length),
  every: String(everyTime.alerts.length),
  cooldown: String(cooled.alerts.length),
  larger: String(larger.alerts.length),
  broke: String(broke(larger.alerts).length),
  calm: String(calmed.alerts.length),
  everyAll: String(pace(every).length),
  cooldownAll: String(pace(cooldown).length),
  largerAll: String(pace(cooldownOrLarger).length),
  calmAll: String(pace(rearm).length),
  calmDay: dayOf(calmed.alerts[0]),
  calmMove: formatPercent(calmed.alerts[0]?.change ?? 0),
  largestDay: formatDay(largest.date),
  largest: formatPercent(largest.change),
  weekAlerts: String(weekAlerts),
  monday: formatPercent(week[0]?.change ?? 0),
  ...Object.fromEntries(WEEK_RULES.map((rule) => [`week${rule}`, String(firesOf(rule).length)])),
  level: LEVEL.toLocaleString('en-US'),
  upper: upper.toLocaleString('en-US'),
  band: String(BAND_PCT),
  plain: String(plain.length),
  banded: String(banded.length),
  confirmed: String(confirmed.length),
  plainFirst: dayOf(plain[0]?.session),
  plainLast: dayOf(plain.at(-1)?.session),
  confirmedFirst: dayOf(confirmed[0]?.session),
  confirmedLast: dayOf(confirmed.at(-1)?.session),
  lowest: formatLevel(Math.min(...spring.map(({ close }) => close))),
};
