import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#src/db/database.ts';
import { ledgerEntries } from '#src/db/schema.ts';
import { appendEntry } from './append.ts';
import { keepAllJson } from './bytes.ts';
import { readDecision } from './decision.ts';
import { hashSchema } from './entry.ts';
import { CONTENT_TYPE, RENDITION_TYPE } from './rendition.ts';

/** What an entry of kind `carried_over` says: a revision that was approved before the ledger began. A decision has both too. */
const carriedSchema = z.looseObject({ revision: hashSchema, bytes: z.array(hashSchema) });

/** @returns null where the text is none */
export function readCarriedOver(body: string): z.infer<typeof carriedSchema> | null {
  const read = carriedSchema.safeParse(JSON.parse(body));
  return read.success ? read.data : null;
}

export type OnRecord = {
  /** Hashes of what was approved: revisions, renditions and their pictures. */
  approved: ReadonlySet<string>;
  /** Revisions that were approved before the ledger began, and whose text it doesn't have yet. */
  pending: ReadonlySet<string>;
};

/** What the ledger has on record of an alert. Nothing but that may go out. */
export async function onRecord(tx: Tx, alertId: string): Promise<OnRecord> {
  const rows = await tx
    .select({ kind: ledgerEntries.kind, body: ledgerEntries.body })
    .from(ledgerEntries)
    .where(
      sql`${ledgerEntries.subject} = ${alertId} and ${ledgerEntries.kind} in ('decision', 'carried_over')`,
    )
    .orderBy(asc(ledgerEntries.sequence));
  const approved = new Set<string>();
  const pending = new Set<string>();
  for (const { kind, body } of rows) {
    const said = readCarriedOver(body);
    if (!said || (kind === 'decision' && readDecision(body)?.decision !== 'approved')) continue;
    if (said.bytes.length === 0) {
      pending.add(said.revision);
      continue;
    }
    pending.delete(said.revision);
    for (const hash of [said.revision, ...said.bytes]) approved.add(hash);
  }
  return { approved, pending };
}

/**
 * Keeps what an alert of before the ledger says, when the first of it goes out after the upgrade: its entry of the upgrade
 * has the hash of its content, which this has to match. The last step of its transaction: see `appendEntry`.
 */
export async function carryOver(
  tx: Tx,
  carried: { alertId: string; revision: string; content: unknown; renditions: readonly unknown[]; now: Date },
): Promise<void> {
  const { alertId, revision, content, renditions, now: at } = carried;
  const bytes = await keepAllJson(tx, [
    { value: content, type: CONTENT_TYPE },
    ...renditions.map((value) => ({ value, type: RENDITION_TYPE })),
  ]);
  const body = { revision, bytes: [...new Set(bytes)].sort() };
  await appendEntry(tx, { kind: 'carried_over', subject: alertId, at, body });
}
