import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { feedQuarantine } from '#src/db/schema.ts';
import { IMPORT_FEED } from '#src/shared/feeds.ts';
import { readable } from '../quarantine/quarantine-book.ts';
import type { BadRow, BadRowReason } from '../csv/bad-row.ts';

/** This many lines per reason get a row of their own; the last one also counts those after it. */
const LINES = 100;
const AT_ONCE = 500;

type Row = { reason: BadRowReason; line: number; problem: string; sample: string; count: number };

/** Collects the quarantined rows of a file: one per line and reason, however often the file is imported. */
export const asideOf = (instrumentId: string, file: string) => {
  const byReason = new Map<BadRowReason, Row[]>();
  return {
    add: (line: number, { reason, problem }: BadRow, text: string): void => {
      const rows = byReason.get(reason) ?? [];
      byReason.set(reason, rows);
      const last = rows.at(-1);
      if (last && rows.length >= LINES) last.count += 1;
      else rows.push({ reason, line, problem: readable(problem), sample: readable(text), count: 1 });
    },
    keep: async (runs: Pick<Runs, 'insert'>, at: Date): Promise<void> => {
      const rows = [...byReason.values()].flat().map((row) => ({
        id: newId(),
        feed: IMPORT_FEED,
        instrumentId,
        file,
        ...row,
        firstAt: at,
        lastAt: at,
      }));
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await runs
          .insert(feedQuarantine)
          .values(rows.slice(from, from + AT_ONCE))
          .onConflictDoUpdate({
            target: [
              feedQuarantine.instrumentId,
              feedQuarantine.file,
              feedQuarantine.line,
              feedQuarantine.reason,
            ],
            targetWhere: sql`file is not null`,
            set: {
              problem: sql`excluded.problem`,
              sample: sql`excluded.sample`,
              count: sql`excluded.count`,
              lastAt: sql`excluded.last_at`,
            },
            setWhere: sql`(${feedQuarantine.problem}, ${feedQuarantine.sample}, ${feedQuarantine.count})
              is distinct from (excluded.problem, excluded.sample, excluded.count)`,
          });
    },
  };
};
