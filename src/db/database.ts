import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
/** A transaction of `Database`. Queries take this: they never choose for themselves whose rows they see. */
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0];

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
  });
  pool.on('error', options.onError);
  return drizzle(pool, { schema });
}
