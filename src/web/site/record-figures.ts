import type { Session } from './market-record.ts';

/** Thresholds and changes are in percent; either direction counts. Sessions are handed in oldest first. */
type Sessions = readonly Session[];

/** The sessions that closed at least `min` percent above or below the close before. */
export const moves = (sessions: Sessions, min: number): Session[] =>
  sessions.filter(({ change }) => Math.abs(change) >= min);

/** How many such sessions each year had, years without any included. */
export function movesByYear(sessions: Sessions, min: number): { year: number; count: number }[] {
  const counts = new Map(sessions.map(({ date }) => [Number(date.slice(0, 4)), 0]));
  for (const { date } of moves(sessions, min)) {
    const year = Number(date.slice(0, 4));
    counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts].map(([year, count]) => ({ year, count }));
}

/** The calendar month with most of them, as `2020-03`; of equals the first. Null where nothing moved so far. */
export function busiestMonth(sessions: Sessions, min: number): { month: string; count: number } | null {
  const counts = new Map<string, number>();
  for (const { date } of moves(sessions, min)) {
    const month = date.slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  const [busiest] = [...counts].toSorted(([, a], [, b]) => b - a);
  return busiest ? { month: busiest[0], count: busiest[1] } : null;
}

/** The most sessions that lay between one such move and the next. Null where there are not two. */
export function longestQuiet(
  sessions: Sessions,
  min: number,
): { sessions: number; from: string; to: string } | null {
  let longest: { sessions: number; from: string; to: string } | null = null;
  let last: { index: number; date: string } | null = null;
  for (const [index, { date, change }] of sessions.entries()) {
    if (Math.abs(change) < min) continue;
    const between = last ? index - last.index - 1 : -1;
    if (last && between > (longest?.sessions ?? -1))
      longest = { sessions: between, from: last.date, to: date };
    last = { index, date };
  }
  return longest;
}

/**
 * What the level did within `ahead` sessions after each session that closed `min` percent or more lower: changes in
 * percent from that close. Falls with fewer than `ahead` sessions after them are left out. Null where none is left.
 */
export function afterFalls(
  sessions: Sessions,
  min: number,
  ahead: number,
): { count: number; higher: number; lowest: number; median: number; highest: number } | null {
  const changes = sessions
    .flatMap(({ change, close }, index) => {
      const later = sessions[index + ahead];
      return change <= -min && later ? [(later.close / close - 1) * 100] : [];
    })
    .toSorted((a, b) => a - b);
  const half = changes.length / 2;
  const [lowest, highest] = [changes.at(0), changes.at(-1)];
  const [below, above] = [changes[Math.ceil(half) - 1], changes[Math.floor(half)]];
  if (lowest === undefined || highest === undefined || below === undefined || above === undefined)
    return null;
  return {
    count: changes.length,
    higher: changes.filter((change) => change > 0).length,
    lowest,
    median: (below + above) / 2,
    highest,
  };
}
