import { sql } from 'drizzle-orm';
import { type PgBoss, fromDrizzle } from 'pg-boss';
import { z } from 'zod';
import type { Database, Tx } from '#src/db/database.ts';
import { type Cursor, writeCursor } from '#src/db/queries/cursor.ts';
import { DEAD_LETTERS } from './queues.ts';

/** A job that failed at every try. Of its data only the ids are shown. */
type DeadLetter = {
  id: string;
  queue: string;
  failedAt: Date;
  createdAt: Date | null;
  tries: number;
  reason: string;
  about: string;
};

const moment = z.coerce.date();
const rowSchema = z.object({
  id: z.uuid(),
  queue: z.string().nullable(),
  failed_at: moment,
  created_at: moment.nullable(),
  tries: z.coerce.number(),
  reason: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** What a job is about: ids and kinds. Addresses and sealed values aren't shown. */
function aboutOf(data: Record<string, unknown> | null): string {
  return Object.entries(data ?? {})
    .filter(
      ([key, value]) => (typeof value === 'string' && ID.test(value)) || key === 'kind' || key === 'mail',
    )
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ');
}

/** Runs in the transaction of the act, so nothing is done without a record of it. */
type Along = (tx: Tx, letter: { queue: string }) => Promise<void>;

/** Lists, retries and discards the jobs that failed for good. */
export function createDeadLetters(deps: { system: Database; boss: PgBoss }) {
  const letters = (where: ReturnType<typeof sql>) => sql`
    select id, source_name as queue, created_on as failed_at, source_created_on as created_at,
           coalesce(source_retry_count, 0) + 1 as tries, coalesce(source_output, output) ->> 'message' as reason, data
      from pgboss.job where name = ${DEAD_LETTERS} and state < 'active' and ${where}`;

  async function act(id: string, along: Along, how: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return deps.system.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`${letters(sql`id = ${id}::uuid`)} for update`);
      const [letter] = z.array(rowSchema).parse(rows);
      if (!letter || !(await how(tx))) return false;
      await along(tx, { queue: letter.queue ?? DEAD_LETTERS });
      return true;
    });
  }

  return {
    async count(): Promise<number> {
      const { rows } = await deps.system.execute<{ n: number }>(
        sql`select count(*)::int as n from pgboss.job where name = ${DEAD_LETTERS} and state < 'active'`,
      );
      return rows[0]?.n ?? 0;
    },

    /** Newest first, a page at a time. */
    async list(page: {
      after: Cursor | null;
      limit: number;
    }): Promise<{ items: DeadLetter[]; next: string | null }> {
      const { after, limit } = page;
      const where = after
        ? sql`(date_trunc('milliseconds', created_on), id) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
        : sql`true`;
      const { rows } = await deps.system.execute(
        sql`${letters(where)} order by date_trunc('milliseconds', created_on) desc, id desc limit ${limit + 1}`,
      );
      const read = z.array(rowSchema).parse(rows);
      const last = read.length > limit ? read[limit - 1] : undefined;
      return {
        items: read.slice(0, limit).map((row) => ({
          id: row.id,
          queue: row.queue ?? DEAD_LETTERS,
          failedAt: row.failed_at,
          createdAt: row.created_at,
          tries: row.tries,
          reason: row.reason ?? '',
          about: aboutOf(row.data),
        })),
        next: last ? writeCursor({ at: last.failed_at, id: last.id }) : null,
      };
    },

    /** Puts it back into its queue as a new job. @returns false when it is not there any more */
    retry: (id: string, along: Along): Promise<boolean> =>
      act(
        id,
        along,
        async (tx) => (await deps.boss.redrive(DEAD_LETTERS, { ids: [id], db: fromDrizzle(tx, sql) })) > 0,
      ),

    discard: (id: string, along: Along): Promise<boolean> =>
      act(id, along, async (tx) => {
        const { rowCount } = await tx.execute(
          sql`delete from pgboss.job where name = ${DEAD_LETTERS} and id = ${id}::uuid`,
        );
        return rowCount === 1;
      }),
  };
}
