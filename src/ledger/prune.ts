import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Database, Tx } from '#src/db/database.ts';
import { ledgerChains } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import type { Clock } from '#src/shared/clock.ts';
import type { PrunedLedger } from '#src/shared/ledger-keeping.ts';
import { appendEntry } from './append.ts';
import { type LedgerActor, onRecordAs } from './people.ts';

/** Numbers of 64 bits come as texts. */
type Row = { pruned_through: string | null; pruned_entries: string; held_through: string | null };

const placeIn = (text: string | null | undefined): number | null =>
  typeof text === 'string' ? Number(text) : null;
const read = (row: Row | undefined): PrunedLedger => ({
  entries: Number(row?.pruned_entries ?? 0),
  through: placeIn(row?.pruned_through),
  heldThrough: placeIn(row?.held_through),
});

/**
 * Deletes the entries of the transaction's workspace that are past its retention, up to a signed head, which replaces
 * them; an entry records it. An approval is kept as long as a delivery that names it, and everything from the first entry
 * under a legal hold on. Bytes are deleted with the last entry that needs them. The rules are in migration 0215.
 */
export async function pruneChain(
  tx: Pick<Tx, 'execute'>,
  by: { workspaceId: string; actor: LedgerActor | null; now: Date },
): Promise<PrunedLedger> {
  const who = by.actor && (await onRecordAs(tx, by.workspaceId, by.actor));
  const { rows } = await tx.execute<Row>(
    sql`select * from prune_ledger(${by.now.toISOString()}::timestamptz, ${canonicalJson(who)})`,
  );
  return read(rows[0]);
}

/** The same as the database's owner. */
export const pruneLedger = (owner: pg.ClientBase, workspaceId: string, now: Date): Promise<PrunedLedger> =>
  inWorkspace(owner, workspaceId, async () => {
    const { rows } = await owner.query<Row>('select * from prune_ledger($1)', [now]);
    return read(rows[0]);
  });

const DAY_MS = 86_400_000;

/** Prunes every ledger once a day, however often it is called. What fails of one leaves the others to be done. */
export function createPruning(deps: {
  app: Database;
  system: Database;
  clock: Clock;
  onError: (error: unknown) => void;
}): () => Promise<void> {
  let last = -Infinity;
  return async () => {
    const now = deps.clock();
    if (now.getTime() - last < DAY_MS) return;
    last = now.getTime();
    const chains = await deps.system.select({ workspaceId: ledgerChains.workspaceId }).from(ledgerChains);
    for (const { workspaceId } of chains)
      await withTenant(deps.app, workspaceId, (tx) =>
        pruneChain(tx, { workspaceId, actor: null, now }),
      ).catch(deps.onError);
  };
}

export type Retention = { years: number; held: boolean };

/** Sets how long a workspace keeps entries, in its transaction, of which it is the last step: see `appendEntry`. */
export async function keepFor(
  tx: Tx,
  set: { workspaceId: string; years: number; held: boolean; actor: LedgerActor; at: Date },
): Promise<void> {
  const { workspaceId, years, held, at } = set;
  const by = await onRecordAs(tx, workspaceId, set.actor);
  await appendEntry(tx, { kind: 'retention', subject: 'ledger', at, body: { by, held, years } });
  await tx.execute(sql`select set_ledger_retention(${years}::integer)`);
}

/** Sets how long entries are kept and whether all are under the operator's hold; what is not given stays. The chain records it. */
export const setRetention = (
  owner: pg.ClientBase,
  workspaceId: string,
  to: { years?: number; held?: boolean; now: Date },
): Promise<Retention> =>
  inWorkspace(owner, workspaceId, async () => {
    const { rows } = await owner.query<Retention>(
      `update ledger_chains set retention_years = coalesce($2::int, retention_years),
              held_at = case $3::boolean when true then coalesce(held_at, $4) when false then null else held_at end
        where workspace_id = $1 returning retention_years as years, held_at is not null as held`,
      [workspaceId, to.years ?? null, to.held ?? null, to.now],
    );
    const [set] = rows;
    if (!set) throw new Error(`There is no ledger of the workspace ${workspaceId}.`);
    if (to.years !== undefined || to.held !== undefined)
      await owner.query(`select append_to_ledger('retention', 'ledger', $1, $2)`, [
        to.now,
        canonicalJson(set),
      ]);
    return set;
  });

async function inWorkspace<T>(owner: pg.ClientBase, workspaceId: string, work: () => Promise<T>): Promise<T> {
  await owner.query('begin');
  try {
    await owner.query(`select set_config('app.workspace_id', $1, true)`, [workspaceId]);
    const done = await work();
    await owner.query('commit');
    return done;
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}
