import { sql } from 'drizzle-orm';
import type { Runs } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { feedQuarantine } from '#src/db/schema.ts';
import { IMPORT_FEED } from '#src/shared/feeds.ts';
import { readable } from '../live/quarantine-book.ts';
import type { BadRow, BadRowReason } from '../replay/bad-row.ts';

/** So many lines of a reason have a row of their own; the last of them counts those after it as well. */
const LINES = 100;
const AT_ONCE = 500;

type Row = { reason: BadRowReason; line: number; problem: string; sample: string; count: number };

/** Collects what is put aside of a file. A line has one row for a reason, however often the file is read. */
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
