import { asc, desc, eq } from 'drizzle-orm';
import type { LedgerKeeping } from '#src/shared/ledger-keeping.ts';
import type { Tx } from '../database.ts';
import { ledgerChains, ledgerEntries } from '../schema.ts';

/** How long the workspace keeps its ledger, and what is there of it. Before the first entry: 6 years. */
export async function ledgerKeeping(tx: Tx, workspaceId: string): Promise<Omit<LedgerKeeping, 'holds'>> {
  const [chain] = await tx.select().from(ledgerChains).where(eq(ledgerChains.workspaceId, workspaceId));
  const [first] = await tx
    .select({ sequence: ledgerEntries.sequence, at: ledgerEntries.at })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.workspaceId, workspaceId))
    .orderBy(asc(ledgerEntries.sequence))
    .limit(1);
  const [pruned] =
    first && first.sequence > 1
      ? await tx
          .select({ at: ledgerEntries.at })
          .from(ledgerEntries)
          .where(eq(ledgerEntries.kind, 'pruned'))
          .orderBy(desc(ledgerEntries.sequence))
          .limit(1)
      : [];
  return {
    years: chain?.retentionYears ?? 6,
    entries: first ? (chain?.sequence ?? 0) - first.sequence + 1 : 0,
    oldest: first?.at.toISOString() ?? null,
    operatorHold: Boolean(chain?.heldAt),
    pruned: first && pruned ? { through: first.sequence - 1, at: pruned.at.toISOString() } : null,
  };
}
