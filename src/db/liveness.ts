import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { keepConnected } from './kept-connection.ts';

/** Other processes prove their lives again within this time after the database was away, in ms. */
const PROOFS_ARE_BACK_MS = 3_000;

export type Life = {
  /** True when no process of that name lives. False while this process cannot know. */
  isDead: (instanceId: string) => Promise<boolean>;
  end: () => Promise<void>;
};

/**
 * A process proves that it lives by a lock held on a connection of its own: the server lets go of it the moment the
 * process is gone, however it went. The lock is taken again when the connection was lost and the process was not. A
 * database outage drops every process's lock, so no process is declared dead until the others have had time to return.
 */
export async function proveLife(options: {
  url: string;
  /** Where other processes' proofs are looked up. */
  db: Database;
  instanceId: string;
  onError: (error: Error) => void;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
}): Promise<Life> {
  const { db, instanceId, now = () => performance.now() } = options;
  let sureFrom = -Infinity;
  const end = await keepConnected({
    url: options.url,
    name: 'bellwire alive',
    onError: (error) => {
      sureFrom = Infinity;
      options.onError(error);
    },
    onBack: () => {
      sureFrom = now() + PROOFS_ARE_BACK_MS;
    },
    setup: async (client) => {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(instanceId)]);
    },
  });
  return {
    isDead: async (other) => {
      if (other === instanceId || now() < sureFrom) return false;
      // The answer may come from a database that was away in between.
      return (await isUnproved(db, { other, own: instanceId })) && now() >= sureFrom;
    },
    end,
  };
}

/**
 * True when no process of that name holds its lock. False when this process's own isn't held either: the database was away,
 * and that hasn't been noticed here yet.
 */
async function isUnproved(db: Database, { other, own }: { other: string; own: string }): Promise<boolean> {
  const key = (instanceId: string) => sql`hashtextextended(${lockName(instanceId)}, 0)`;
  const { rows } = await db.execute<{ free: boolean }>(sql`
    select case when pg_try_advisory_lock(${key(own)}) then not pg_advisory_unlock(${key(own)})
                when pg_try_advisory_lock(${key(other)}) then pg_advisory_unlock(${key(other)})
                else false end as free`);
  return rows[0]?.free === true;
}

const lockName = (instanceId: string) => `bellwire instance ${instanceId}`;
