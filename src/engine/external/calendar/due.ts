import type { calendarEntries, calendarSaid, rules } from '#src/db/schema.ts';
import type { Entry, Occasion } from '#src/shared/calendar/entry.ts';
import { matcherOf, matchesRelease } from '#src/shared/calendar/matches.ts';
import type { CalendarRule } from '#src/shared/calendar/rule.ts';
import { CALENDAR } from '#src/shared/calendar/sources.ts';

type Row = typeof calendarEntries.$inferSelect;
type Rule = typeof rules.$inferSelect;

/** What is known of a source: its entries, the rules that listen to it, what these said, and since when it is read (ms, UTC). */
export type Known = {
  rows: readonly Row[];
  listening: readonly { rule: Rule; outside: CalendarRule }[];
  said: readonly (typeof calendarSaid.$inferSelect)[];
  firstReadAt: number;
};
/** A rule that is to speak of an entry now. */
export type Due = { rule: Rule; outside: CalendarRule; row: Row; entry: Entry; occasion: Occasion };

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** What is due at its time is told so long after it: when the program was down. */
const GRACE_MS = 10 * MINUTE_MS;
export const RELEASE_MS = CALENDAR.releaseDays * DAY_MS;
/** A time that moves by less is the same time. */
const MOVED_MS = 5 * MINUTE_MS;

const asEntry = (row: Row): Entry => ({
  kind: row.kind,
  title: row.title,
  country: row.country,
  currency: row.currency,
  symbol: row.symbol,
  at: row.at.toISOString(),
  day: row.day,
  timing: row.timing,
  importance: row.importance,
  previous: row.previous,
  forecast: row.forecast,
  actual: row.actual,
  unit: row.unit,
  link: row.link,
});

/** When a rule is to speak of an entry, and until when that makes sense. */
function momentsOf(
  row: Row,
  { before, at, released }: CalendarRule,
): { occasion: Occasion; due: number; until: number; knownAt: Date }[] {
  const time = row.at.getTime();
  const known = { knownAt: row.timeKnownAt };
  return [
    ...(before === undefined
      ? []
      : [{ occasion: 'before' as const, due: time - before * MINUTE_MS, until: time, ...known }]),
    ...(at
      ? [
          {
            occasion: 'at' as const,
            due: time,
            until: time + (row.timing === 'exact' ? GRACE_MS : DAY_MS),
            ...known,
          },
        ]
      : []),
    ...(released && row.actualAt
      ? [
          {
            occasion: 'released' as const,
            due: row.actualAt.getTime(),
            until: time + RELEASE_MS,
            knownAt: row.actualAt,
          },
        ]
      : []),
  ];
}

/** What was compared already, by the rule's filter and the entry's text, so that later changes don't make it wrong. */
export type Compared = Map<string, Map<string, boolean>>;

/**
 * What is due at `now` (ms, UTC), and when the next is, at `latest`. What was due before a rule or its source was there
 * is old, unless it became known later. Stops after each comparison that was not made before, so that the caller
 * can yield, or ask again later.
 */
export function* dueOf(
  { rows, listening, said, firstReadAt }: Known,
  { now, latest }: { now: number; latest: number },
  compared: Compared,
): Generator<undefined, { due: Due[]; next: number }> {
  const due: Due[] = [];
  let next = latest;
  const told = Map.groupBy(said, ({ ruleId, entryId, occasion }) => `${ruleId} ${entryId} ${occasion}`);
  const asking = listening.map(({ rule, outside }) => {
    const text = JSON.stringify(outside);
    const answers = compared.get(text) ?? new Map<string, boolean>();
    compared.set(text, answers);
    const heard = Math.max(rule.updatedAt.getTime(), firstReadAt);
    return { rule, outside, answers, matches: matcherOf(outside), heard };
  });
  for (const row of rows) {
    const entry = asEntry(row);
    let text: string | null = null;
    for (const { rule, outside, answers, matches, heard } of asking) {
      for (const { occasion, due: time, until, knownAt } of momentsOf(row, outside)) {
        const isToCome = time > now;
        // Time tells most of them apart, and costs less than words.
        if (isToCome && time >= next) continue;
        if (!isToCome) {
          if (now >= until || (time <= heard && knownAt.getTime() <= heard)) continue;
          const before = told.get(`${rule.id} ${row.id} ${occasion}`) ?? [];
          const isTold = before.some(
            ({ entryAt }) =>
              occasion === 'released' || Math.abs(entryAt.getTime() - row.at.getTime()) < MOVED_MS,
          );
          if (isTold) continue;
        }
        text ??= JSON.stringify(entry);
        let isAsked = answers.get(text);
        if (isAsked === undefined) {
          isAsked = matches(entry);
          answers.set(text, isAsked);
          yield;
        }
        if (!isAsked) break;
        if (isToCome) next = time;
        else if (occasion !== 'released' || !outside.released || matchesRelease(entry, outside.released))
          due.push({ rule, outside, row, entry, occasion });
      }
    }
  }
  return { due, next };
}
