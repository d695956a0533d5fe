import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';

/** Another process holds the lease by now. Stop at once and write nothing more. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

/** A lease that this process has taken: a condition that matches its row, and the epoch it was taken with. */
export type HeldRow = { row: SQL; epoch: number };

/**
 * A lease that nobody holds. One further ahead than any lease lasts was taken while the database's clock was ahead: its
 * holder would have renewed it since.
 */
export const isFree = sql`(lease_until is null or lease_until < now() or lease_until > now() + interval '1 minute')`;

const inMs = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;

/**
 * Leases kept in the rows of a table with the columns `lease_owner`, `lease_until`, `epoch` and `updated_at`. Taking a
 * lease raises the epoch, and every later statement names the epoch it was taken with. So a former holder that still
 * runs changes nothing.
 * @param leaseMs how long a lease lasts without renewal; after that any process may take it
 */
export const leasesIn = (table: SQL, leaseMs: number) => {
  const update = (columns: readonly SQL[], rows: SQL): SQL =>
    sql`update ${table} set ${sql.join([...columns, sql`updated_at = now()`], sql`, `)} where ${rows}`;

  async function write(system: Database, { row, epoch }: HeldRow, columns: readonly SQL[]): Promise<boolean> {
    const result = await system.execute(update(columns, sql`${row} and epoch = ${epoch}`));
    return result.rowCount === 1;
  }

  return {
    /**
     * Takes the rows that `free` selects. It should lock them (`for update skip locked`).
     * @returns what `returning` names, of each row taken, with the epoch that this take gave it
     */
    take: async <Row extends Record<string, unknown>>(
      system: Database,
      { owner, free, returning }: { owner: string; free: SQL; returning: SQL },
    ): Promise<(Row & { epoch: number })[]> => {
      const columns = [
        sql`lease_owner = ${owner}`,
        sql`lease_until = ${inMs(leaseMs)}`,
        sql`epoch = epoch + 1`,
      ];
      // One statement, so that the epoch returned is the one taken and no later one.
      const { rows } = await system.execute(sql`${update(columns, free)} returning ${returning}, epoch`);
      return rows.map((each) => ({ ...(each as Row), epoch: Number(each['epoch']) }));
    },
    /** Extends the lease and sets `columns` with it. @returns false when another process holds it by now */
    renew: (system: Database, held: HeldRow, columns: readonly SQL[] = []): Promise<boolean> =>
      write(system, held, [sql`lease_until = ${inMs(leaseMs)}`, ...columns]),
    /**
     * Gives the lease back and sets `columns` with it, unless another process holds it by now. Others may take it at
     * once, or after `againInMs`.
     */
    giveBack: (
      system: Database,
      held: HeldRow,
      columns: readonly SQL[] = [],
      againInMs = 0,
    ): Promise<boolean> => {
      const until = againInMs > 0 ? inMs(againInMs) : sql`null`;
      return write(system, held, [sql`lease_owner = null`, sql`lease_until = ${until}`, ...columns]);
    },
  };
};
