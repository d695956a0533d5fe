import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from './database.ts';

/**
 * A process proves that it lives by a lock held on a connection of its own: the server lets go of it the moment the
 * process is gone, however it went. The lock is taken again when the connection was lost and the process was not.
 * @returns ends the proof
 */
export async function proveLife(options: {
  url: string;
  instanceId: string;
  onError: (error: Error) => void;
}): Promise<() => Promise<void>> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function hold(): Promise<void> {
    const next = new pg.Client({ connectionString: options.url, application_name: 'bellwire alive' });
    next.on('error', (error) => {
      options.onError(error);
      again();
    });
    await next.connect();
    client = next;
    await next.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockName(options.instanceId)]);
  }
  function again(): void {
    if (stopped) return;
    clearTimeout(retry);
    retry = setTimeout(() => {
      hold().catch((error: Error) => {
        options.onError(error);
        again();
      });
    }, 500);
  }
  await hold();
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end();
  };
}

/** True when no process of that name holds its lock. */
export async function isDead(db: Database, instanceId: string): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(sql`
    select case when pg_try_advisory_lock(hashtextextended(${lockName(instanceId)}, 0))
                then pg_advisory_unlock(hashtextextended(${lockName(instanceId)}, 0)) else false end as free`);
  return rows[0]?.free === true;
}

const lockName = (instanceId: string) => `bellwire instance ${instanceId}`;
