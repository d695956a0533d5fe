import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { newId } from '#src/db/ids.ts';
import { feedQuarantine } from '#src/db/schema.ts';
import type { QuarantineReason } from '#src/shared/feeds.ts';

const TEXT = 500;
const MINUTE = 60_000;

export type Quarantined = {
  instrumentId: string | null;
  reason: QuarantineReason;
  problem: string;
  sample: string;
};

type Row = typeof feedQuarantine.$inferInsert;

/** Replaces control characters, of which received data may contain any. */
export const readable = (text: string): string => text.replaceAll(/\p{Cc}/gu, '�').slice(0, TEXT);

/**
 * Collects quarantined trades and messages. There is one row per instrument, reason and minute, with the first as a
 * sample and a count, so that a broken feed doesn't fill the table.
 */
export const quarantineBook = (feed: string) => {
  const open = new Map<string, Row & { id: string; count: number; minute: number }>();
  const changed = new Set<string>();
  return {
    add: ({ instrumentId, reason, problem, sample }: Quarantined, now: number): void => {
      const key = `${instrumentId ?? ''} ${reason}`;
      const minute = Math.floor(now / MINUTE);
      const at = new Date(now);
      const had = open.get(key);
      if (had?.minute === minute) {
        had.count += 1;
        had.lastAt = at;
      } else {
        open.set(key, {
          id: newId(),
          feed,
          instrumentId,
          reason,
          problem: readable(problem),
          sample: readable(sample),
          count: 1,
          firstAt: at,
          lastAt: at,
          minute,
        });
      }
      changed.add(key);
    },
    /** Stores what is new. */
    flush: async (system: Database): Promise<void> => {
      const rows = [...changed].flatMap((key) => {
        const row = open.get(key);
        if (!row) return [];
        const { minute: _, ...values } = row;
        return [{ ...values }];
      });
      if (rows.length === 0) return;
      changed.clear();
      await system
        .insert(feedQuarantine)
        .values(rows)
        .onConflictDoUpdate({
          target: feedQuarantine.id,
          set: { count: sql`excluded.count`, lastAt: sql`excluded.last_at` },
        });
    },
  };
};
