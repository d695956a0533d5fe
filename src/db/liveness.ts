import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { keepConnected } from './kept-connection.ts';

/**
 * A process proves that it lives by a lock held on a connection of its own: the server lets go of it the moment the
 * process is gone, however it went. The lock is taken again when the connection was lost and the process was not.
 * @returns ends the proof
 */
export function proveLife(options: {
  url: string;
  instanceId: string;
  onError: (error: Error) => void;
}): Promise<() => Promise<void>> {
  return keepConnected({
    url: options.url,
    name: 'bellwire alive',
    onError: options.onError,
    setup: async (client) => {
      await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(options.instanceId)]);
    },
  });
}

/** True when no process of that name holds its lock. */
export async function isDead(db: Database, instanceId: string): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(sql`
    select case when pg_try_advisory_lock(hashtextextended(${lockName(instanceId)}, 0))
                then pg_advisory_unlock(hashtextextended(${lockName(instanceId)}, 0)) else false end as free`);
  return rows[0]?.free === true;
}

const lockName = (instanceId: string) => `bellwire instance ${instanceId}`;
