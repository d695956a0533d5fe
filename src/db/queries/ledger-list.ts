import { and, desc, eq, lt } from 'drizzle-orm';
import type { LedgerEntry, LedgerKind, LedgerPage } from '#src/shared/ledger.ts';
import type { Tx } from '../database.ts';
import { ledgerEntries, ledgerHeads } from '../schema.ts';

type Asked = {
  workspaceId: string;
  kind: LedgerKind | null;
  subject: string | null;
  before: number | null;
  limit: number;
};

/** The workspace's ledger, newest first, a page at a time. */
export async function listLedger(tx: Tx, asked: Asked): Promise<LedgerPage> {
  const { workspaceId, kind, subject, before, limit } = asked;
  const rows = await tx
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.workspaceId, workspaceId),
        kind === null ? undefined : eq(ledgerEntries.kind, kind),
        subject === null ? undefined : eq(ledgerEntries.subject, subject),
        before === null ? undefined : lt(ledgerEntries.sequence, before),
      ),
    )
    .orderBy(desc(ledgerEntries.sequence))
    .limit(limit + 1);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(show),
    next: last?.sequence ?? null,
    signed: await newestHead(tx, workspaceId),
  };
}

async function newestHead(tx: Tx, workspaceId: string): Promise<LedgerPage['signed']> {
  const [head] = await tx
    .select()
    .from(ledgerHeads)
    .where(eq(ledgerHeads.workspaceId, workspaceId))
    .orderBy(desc(ledgerHeads.sequence))
    .limit(1);
  return head
    ? {
        sequence: head.sequence,
        hash: head.hash.toString('hex'),
        at: head.at.toISOString(),
        publicKey: head.publicKey.toString('base64'),
      }
    : null;
}

const show = (row: typeof ledgerEntries.$inferSelect): LedgerEntry => ({
  sequence: row.sequence,
  kind: row.kind,
  subject: row.subject,
  at: row.at.toISOString(),
  body: JSON.parse(row.body) as Record<string, unknown>,
  previous: row.previous.toString('hex'),
  hash: row.hash.toString('hex'),
});
