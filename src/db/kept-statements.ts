import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Tx } from './database.ts';

const dialect = new PgDialect();
/** By their texts. */
const names = new Map<string, string>();

/** A statement under the name that a connection keeps it by. */
export function keptStatement(statement: SQL): { name: string; sql: string; params: unknown[] } {
  const query = dialect.sqlToQuery(statement);
  const name = names.get(query.sql) ?? `kept statement ${names.size + 1}`;
  names.set(query.sql, name);
  return { ...query, name };
}

/**
 * Runs a statement that a connection reads and plans once, and then only runs. For statements that are run all the time
 * and whose texts are few: each connection keeps all of them.
 */
export function runKept<Row extends pg.QueryResultRow>(
  tx: Pick<Tx, '_'>,
  statement: SQL,
): Promise<pg.QueryResult<Row>> {
  const { name, ...query } = keptStatement(statement);
  return tx._.session
    .prepareQuery<{ execute: pg.QueryResult<Row>; all: unknown; values: unknown }>(
      query,
      undefined,
      name,
      false,
    )
    .execute();
}
