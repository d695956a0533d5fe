import { formatDay, sessions, type Session } from '../../market-record.ts';

/** How often the index moved by so many percent: what post 1 counts. */
const THRESHOLDS = [1, 2, 3, 5, 7] as const;

export type Reach = {
  threshold: number;
  days: number;
  falls: number;
  /** Sessions for one such day, on average over the record. */
  oneIn: number;
  quietYears: number;
  busiest: { year: string; days: number };
};

/** Sessions whose close was at least `percent` from the close before, either way. */
export function movesOf(percent: number): Session[] {
  return sessions.filter(({ change }) => Math.abs(change) >= percent);
}

const yearOf = ({ date }: Session) => date.slice(0, 4);
export const years = [...new Set(sessions.map(yearOf))];

/** How many of these sessions fell into each year of the record, in the order of `years`. */
export function perYear(some: readonly Session[]): { year: string; days: number }[] {
  const days = new Map(years.map((year) => [year, 0]));
  for (const session of some) days.set(yearOf(session), (days.get(yearOf(session)) ?? 0) + 1);
  return [...days].map(([year, count]) => ({ year, days: count }));
}

export const reaches: readonly Reach[] = THRESHOLDS.map((threshold) => {
  const found = movesOf(threshold);
  const counted = perYear(found);
  return {
    threshold,
    days: found.length,
    falls: found.filter(({ change }) => change < 0).length,
    oneIn: Math.round(sessions.length / found.length),
    quietYears: counted.filter(({ days }) => days === 0).length,
    busiest: counted.reduce((a, b) => (b.days > a.days ? b : a)),
  };
});

/** From one big day to the next: how many sessions later it came. */
export type Wait = { from: Session; to: Session; sessions: number };

export function waitsBetween(some: readonly Session[]): Wait[] {
  const place = new Map(sessions.map(({ date }, index) => [date, index]));
  return some.slice(1).flatMap((to, index) => {
    const from = some[index];
    return from ? [{ from, to, sessions: (place.get(to.date) ?? 0) - (place.get(from.date) ?? 0) }] : [];
  });
}

export const big = movesOf(3);
const waits = waitsBetween(big);
/** The two longest silences of a 3 % rule, longest first: the sessions between two alerts, without theirs. */
export const silences: readonly Wait[] = waits
  .map((wait) => ({ ...wait, sessions: wait.sessions - 1 }))
  .toSorted((a, b) => b.sessions - a.sessions)
  .slice(0, 2);

const within = (limit: number) => waits.filter(({ sessions: count }) => count <= limit).length;
const counted3 = perYear(big);
const two = counted3.toSorted((a, b) => b.days - a.days).slice(0, 2);
const fullYears = years.length - 1;
const percent = (part: number, whole: number) => String(Math.round((part / whole) * 100));
const [longest, second] = silences;
if (!longest || !second) throw new Error('The record has no two silences.');
const end = sessions.findIndex(({ date }) => date === second.to.date);
const afterSecond = new Set(sessions.slice(end, end + 5).map(({ date }) => date));

export const facts: Readonly<Record<string, string>> = {
  sessions: sessions.length.toLocaleString('en-US'),
  first: formatDay(sessions[0]?.date ?? ''),
  last: formatDay(sessions.at(-1)?.date ?? ''),
  fullYears: String(fullYears),
  ...Object.fromEntries(
    reaches.flatMap(({ threshold, days, falls, oneIn, quietYears, busiest }) => [
      [`days${threshold}`, days.toLocaleString('en-US')],
      [`falls${threshold}`, String(falls)],
      [`rises${threshold}`, String(days - falls)],
      [`oneIn${threshold}`, String(oneIn)],
      [`quietYears${threshold}`, String(quietYears)],
      [`perYear${threshold}`, (days / (sessions.length / 252)).toFixed(1)],
      [`roundPerYear${threshold}`, String(Math.round(days / (sessions.length / 252)))],
      [`busiest${threshold}`, String(busiest.days)],
      [`busiestYear${threshold}`, busiest.year],
    ]),
  ),
  within5: String(within(5)),
  within5Share: percent(within(5), waits.length),
  waits: String(waits.length),
  firstYear: two[0]?.year ?? '',
  firstYearDays: String(two[0]?.days ?? 0),
  twoYearsShare: percent((two[0]?.days ?? 0) + (two[1]?.days ?? 0), big.length),
  secondYear: two[1]?.year ?? '',
  days2020: String(counted3.find(({ year }) => year === '2020')?.days ?? 0),
  sessions2020: String(sessions.filter((session) => yearOf(session) === '2020').length),
  silence: String(longest.sessions),
  silenceFrom: formatDay(longest.from.date),
  silenceTo: formatDay(longest.to.date),
  secondSilence: String(second.sessions),
  afterSecond: String(big.filter(({ date }) => afterSecond.has(date)).length),
  secondSilenceFrom: formatDay(second.from.date),
  secondSilenceTo: formatDay(second.to.date),
};
