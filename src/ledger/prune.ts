import type pg from 'pg';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import { RENDITION_TYPE } from './rendition.ts';

export type Pruned = { through: number; entries: number } | 'held' | 'nothing';

/**
 * Deletes the entries of a chain that are older than it is kept, up to a signed head: the head takes their place, and an
 * entry says so. An approval stays as long as a delivery that names it. Bytes go with the last entry that needs them.
 * Runs as the owner, in one transaction; nothing happens under legal hold.
 */
export const pruneLedger = (owner: pg.ClientBase, workspaceId: string, now: Date): Promise<Pruned> =>
  inWorkspace(owner, workspaceId, () => prune(owner, workspaceId, now));

export type Retention = { years: number; held: boolean };

/** Sets how long entries are kept and whether they are under legal hold; what is not given stays. The chain records it. */
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

async function prune(owner: pg.ClientBase, workspaceId: string, now: Date): Promise<Pruned> {
  const { rows } = await owner.query<{ held: boolean; before: Date }>(
    `select held_at is not null as held, $2::timestamptz - make_interval(years => retention_years) as before
       from ledger_chains where workspace_id = $1 for update`,
    [workspaceId, now],
  );
  const [chain] = rows;
  if (!chain) return 'nothing';
  if (chain.held) return 'held';
  const head = await finishedHead(owner, workspaceId, chain.before);
  if (!head) return 'nothing';
  const { rowCount } = await owner.query(
    'delete from ledger_entries where workspace_id = $1 and sequence <= $2',
    [workspaceId, head.sequence],
  );
  if (!rowCount) return 'nothing';
  await owner.query('delete from ledger_heads where workspace_id = $1 and sequence < $2', [
    workspaceId,
    head.sequence,
  ]);
  const body = { through: Number(head.sequence), hash: head.hash, entries: rowCount, bytes: [] };
  await owner.query(`select append_to_ledger('pruned', 'ledger', $1, $2)`, [now, canonicalJson(body)]);
  await owner.query(
    `with needed as (
       select decode(jsonb_array_elements_text(body::jsonb -> 'bytes'), 'hex') as hash from ledger_entries
        where workspace_id = $1),
     pictures as (
       select decode(jsonb_array_elements(convert_from(b.bytes, 'UTF8')::jsonb -> 'media') ->> 'hash', 'hex') as hash
         from ledger_bytes b join needed using (hash) where b.workspace_id = $1 and b.type = $3)
     delete from ledger_bytes where workspace_id = $1 and kept_at < $2
        and hash not in (select hash from needed union select hash from pictures)`,
    [workspaceId, chain.before, RENDITION_TYPE],
  );
  return { through: Number(head.sequence), entries: rowCount };
}

/** The last signed head of which every entry is old enough, and none is named by a later one as its approval. */
async function finishedHead(
  owner: pg.ClientBase,
  workspaceId: string,
  before: Date,
): Promise<{ sequence: string; hash: string } | null> {
  const { rows: young } = await owner.query<{ sequence: string }>(
    `select coalesce((select min(sequence) from ledger_entries where workspace_id = $1 and at >= $2), 9e18::bigint) as sequence`,
    [workspaceId, before],
  );
  for (let below = young[0]?.sequence ?? '0'; ;) {
    const { rows } = await owner.query<{ sequence: string; hash: string; approval: string | null }>(
      `select h.sequence, encode(h.hash, 'hex') as hash,
              (select min((body::jsonb ->> 'decision')::bigint) from ledger_entries e
                where e.workspace_id = $1 and e.kind = 'deliveries' and e.sequence > h.sequence) as approval
         from ledger_heads h where h.workspace_id = $1 and h.sequence < $2 order by h.sequence desc limit 1`,
      [workspaceId, below],
    );
    const [head] = rows;
    if (!head) return null;
    if (head.approval === null || Number(head.approval) > Number(head.sequence)) return head;
    below = head.approval;
  }
}
