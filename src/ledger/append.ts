import { sql } from 'drizzle-orm';
import type { Runs, Tx } from '#src/db/database.ts';
import { runKept } from '#src/db/kept-statements.ts';
import { canonicalJson } from '#src/platform/json/canonical.ts';
import type { LedgerKind } from '#src/shared/ledger.ts';

export type NewEntry = {
  kind: LedgerKind;
  /** What it is about: an alert's id, or a person's pseudonym (`personOf`). */
  subject: string;
  at: Date;
  /** JSON. `bytes` lists the hashes of what was kept for it. People appear by pseudonym only. */
  body: { bytes?: readonly string[] } & Record<string, unknown>;
};

/**
 * Appends an entry to the chain of the transaction's workspace: it is there if, and only if, the transaction commits.
 * The end of the chain stays locked until then, so append last, and never while you send. @returns its place and hash
 */
export async function appendEntry(
  tx: Pick<Tx, '_'>,
  { kind, subject, at, body }: NewEntry,
): Promise<{ sequence: number; hash: string }> {
  // Read and planned once per connection: that was a fifth of its time.
  const { rows } = await runKept<{ sequence: string; hash: string }>(
    tx,
    sql`select new_sequence as sequence, encode(new_hash, 'hex') as hash
          from append_to_ledger(${kind}, ${subject}, ${at.toISOString()}::timestamptz, ${canonicalJson(body)})`,
  );
  if (!rows[0]) throw new Error('The ledger did not answer.');
  return { sequence: Number(rows[0].sequence), hash: rows[0].hash };
}

/** The same for several, in their order, with one question. */
export async function appendEntries(tx: Pick<Runs, 'execute'>, entries: readonly NewEntry[]): Promise<void> {
  const rows = entries.map((entry) => ({ ...entry, body: canonicalJson(entry.body) }));
  const list = (of: (row: (typeof rows)[number]) => string) => sql.param(rows.map(of));
  await tx.execute(sql`
    select append_to_ledger(g.kind, g.subject, g.at, g.body)
      from unnest(${list(({ kind }) => kind)}::text[], ${list(({ subject }) => subject)}::text[],
                  ${list(({ at }) => at.toISOString())}::timestamptz[], ${list(({ body }) => body)}::text[])
        as g (kind, subject, at, body)`);
}
