import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Runs, Tx } from './database.ts';
import * as schema from './schema.ts';
import { inTransaction } from './transaction.ts';

/** What runs inside it may read and not write, whatever it asks: its transactions are the database's read-only ones. */
export const readingOnly = new AsyncLocalStorage<true>();

/**
 * Runs `work` in a transaction that sees the rows of one workspace and no other. The setting ends with the
 * transaction, so a pooled connection carries nothing over.
 */
export function withTenant<T>(db: Database, workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const mode = readingOnly.getStore() && 'read only';
  return inTransaction(db, { mode, settings: { 'app.workspace_id': workspaceId } }, work);
}

/** As `withTenant`, for what is read in several questions and has to be of one moment. Nothing in it can write. */
export function readTenant<T>(db: Database, workspaceId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const mode = 'isolation level repeatable read read only';
  return inTransaction(db, { mode, settings: { 'app.workspace_id': workspaceId } }, work);
}

/** The questions of the rest of the program, on a connection whose transaction the caller has begun. */
export const runsOn = (client: pg.PoolClient): Runs => drizzle(client, { schema });

/** A process that vanishes with its machine leaves its transactions open: what they lock is free after so long. */
const IDLE_MS = 30_000;

/** What runs on a connection; making it costs more than a short statement. */
const runsOf = new WeakMap<pg.PoolClient, Runs>();
/** By their texts, which are few: a statement with a name is read and planned once per connection. */
const names = new Map<string, string>();

/** A connection on which every statement is a prepared one. */
function preparing(client: pg.PoolClient): pg.PoolClient {
  const query = (config: pg.QueryConfig, values: unknown[]) => {
    const name = names.get(config.text) ?? `kept ${names.size + 1}`;
    names.set(config.text, name);
    return client.query({ ...config, name }, values);
  };
  return Object.create(client, { query: { value: query } }) as pg.PoolClient;
}

/**
 * As `withTenant`, for what somebody waits for: the transaction is begun, the workspace entered and one question
 * answered in a single trip to the database. `question` is SQL whose parts are quoted already. What `work` runs is
 * prepared, so its texts have to be few.
 */
export async function withTenantAsking<T, Row extends pg.QueryResultRow>(
  db: Database,
  { workspaceId, question }: { workspaceId: string; question: string },
  work: (tx: Runs, answer: Row | undefined) => Promise<T>,
): Promise<T> {
  const client = await db.$client.connect();
  const runs = runsOf.get(client) ?? drizzle(preparing(client), { schema });
  runsOf.set(client, runs);
  let broken: Error | undefined;
  try {
    // One result for each statement.
    const answers = (await client.query<Row>(
      `begin; select set_config('app.workspace_id', ${pg.escapeLiteral(workspaceId)}, true),
        set_config('idle_in_transaction_session_timeout', '${IDLE_MS}', true); ${question}`,
    )) as unknown as pg.QueryResult<Row>[];
    const result = await work(runs, answers.at(-1)?.rows[0]);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** For transactions that begin before the workspace exists (createAccount). Everything after sees this workspace only. */
export async function enterTenant(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(sql`select set_config('app.workspace_id', ${workspaceId}, true)`);
}

/** The workspace that the transaction is in. @throws Error where it is in none */
export async function tenantOf(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ id: string | null }>(
    sql`select nullif(current_setting('app.workspace_id', true), '') as id`,
  );
  const id = rows[0]?.id;
  if (!id) throw new Error('The transaction is in no workspace.');
  return id;
}

/** Runs `work` as a signed-in person who hasn't chosen a workspace yet: only their own memberships are visible. */
export function asUser<T>(db: Database, userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, { settings: { 'app.user_id': userId } }, work);
}

/**
 * Runs `work` in a transaction that sees one member's rows of one workspace: personal ones, such as their
 * conversation, and shared ones.
 */
export function asMember<T>(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const settings = { 'app.workspace_id': workspaceId, 'app.user_id': userId };
  return inTransaction(db, { settings }, work);
}

/** The same for the rest of a transaction that has begun already. */
export async function enterMember(tx: Tx, who: { workspaceId: string; userId: string }): Promise<void> {
  await tx.execute(
    sql`select set_config('app.workspace_id', ${who.workspaceId}, true), set_config('app.user_id', ${who.userId}, true)`,
  );
}
