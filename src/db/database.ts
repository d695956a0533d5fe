import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** A transaction of `Database`. Queries take this: they never choose for themselves whose rows they see. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What statements can be given to: a transaction, however it was begun. */
export type Runs = Pick<Tx, 'execute' | 'select' | 'insert' | 'update' | 'delete'>;

/**
 * A pool for one role. Idle connections that the server drops are reported, not thrown: the pool makes new ones.
 */
export function openPool(options: {
  url: string;
  name: string;
  max?: number;
  onError: (error: Error) => void;
}): Database {
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.name,
    max: options.max ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // What is sent without waiting for an answer goes out at once (src/db/pipelined.ts).
    pipeline: true,
  });
  pool.on('error', options.onError);
  // A connection that is in use when the server drops it has no listener of the pool's: unheard, the event would
  // end the program. The query that it carried fails as well.
  pool.on('connect', (client) => client.on('error', options.onError));
  return drizzle(pool, { schema });
}
