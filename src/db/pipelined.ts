import type { SQL } from 'drizzle-orm';
import pg from 'pg';
import type { Database, Tx } from './database.ts';
import { keptStatement } from './kept-statements.ts';
import { txOn } from './transaction.ts';

/**
 * Runs a statement (cf. `runKept`) and commits behind it, without waiting for its answer: what it locks is free without a
 * further trip. If it fails, nothing of the transaction is kept. Nothing more is run after it.
 */
export type RunLast = <Row extends pg.QueryResultRow>(statement: SQL) => Promise<pg.QueryResult<Row>>;

/**
 * As `withTenant`, for what is done all the time: it begins together with the first statement of `work`, and may end
 * together with its last one.
 * @param idleMs how long an idle transaction may hold its locks (ms)
 */
export async function withTenantPipelined<T>(
  db: Database,
  { workspaceId, idleMs }: { workspaceId: string; idleMs: number },
  work: (tx: Tx, runLast: RunLast) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  let committed: Promise<unknown> | undefined;
  const commit = (): Promise<unknown> => (committed ??= client.query('commit'));
  const runLast: RunLast = (statement) => {
    const { sql: text, params, name } = keptStatement(statement);
    const answer = client.query<never>({ text, name }, params);
    commit().catch(() => undefined);
    return answer;
  };
  let broken: Error | undefined;
  try {
    const begun = client.query(
      `begin; select set_config('app.workspace_id', ${pg.escapeLiteral(workspaceId)}, true),
        set_config('idle_in_transaction_session_timeout', '${idleMs}', true)`,
    );
    const [begin, done] = await Promise.allSettled([begun, work(txOn(client), runLast)]);
    if (begin.status === 'rejected') throw begin.reason;
    if (done.status === 'rejected') throw done.reason;
    await commit();
    return done.value;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
}
