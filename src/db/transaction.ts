import { drizzle, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database, Tx } from './database.ts';
import * as schema from './schema.ts';

const dialect = new PgDialect();

/** The transaction that each connection is in, now or next: making one costs more than a short statement. */
const known = new WeakMap<pg.PoolClient, Tx>();

/** What runs on a connection of the pool whose transaction the caller begins and ends. */
export function txOn(client: pg.PoolClient): Tx {
  const kept = known.get(client);
  if (kept) return kept;
  const { fullSchema, schema: relations, tableNamesMap, session } = drizzle(client, { schema })._;
  const tx: Tx = new NodePgTransaction(
    dialect,
    session,
    relations && { fullSchema, schema: relations, tableNamesMap },
  );
  known.set(client, tx);
  return tx;
}

/** Reads and writes, unless told otherwise. */
export type Mode = 'read only' | 'isolation level repeatable read read only';

/** Settings of ours that row security goes by. They end with the transaction. */
export type Settings = Partial<Record<'app.workspace_id' | 'app.user_id', string>>;

/**
 * Runs `work` in a transaction under these settings. It begins and enters in one trip to the database, and `work` starts
 * when both have succeeded: nothing ever runs outside of it. The values are parameters, whatever is in them.
 */
export async function inTransaction<T>(
  db: Database,
  { mode, settings }: { mode?: Mode | undefined; settings: Settings },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  let broken: Error | undefined;
  try {
    // The pool's connections send the second without waiting for the answer to the first.
    await Promise.all([
      client.query(mode === undefined ? 'begin' : `begin ${mode}`),
      client.query(entering(settings)),
    ]);
    const result = await work(txOn(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Prepared once per connection: its text goes by the names of the settings, which are few. */
function entering(settings: Settings): pg.QueryConfig {
  const names = Object.keys(settings);
  const each = names.map((name, at) => `set_config('${name}', $${at + 1}, true)`);
  return {
    name: `enter ${names.join()}`,
    text: `select ${each.join(', ')}`,
    values: Object.values(settings),
  };
}
