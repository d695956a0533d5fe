import type { Tx } from '#src/db/database.ts';
import { DEMO_WORKSPACE_ID } from '#src/shared/demo.ts';
import type { SymbolList } from '#src/shared/symbol-lists/lists.ts';
import { appendEntries, appendEntry } from './append.ts';
import { stopperIn, type StopperOnRecord } from './stop.ts';

export type ListChange = {
  entryId: string;
  act: 'added' | 'removed';
  list: SymbolList;
  symbol: string;
  reason: string;
  from: string | null;
  until: string | null;
};

/** Records what came to a brand's lists and what left them, in its transaction, of which it is the last step. */
export async function recordListed(
  tx: Tx,
  entry: {
    workspaceId: string;
    brandId: string;
    by: StopperOnRecord;
    at: Date;
    changes: readonly ListChange[];
  },
): Promise<void> {
  const { workspaceId, brandId, at, changes } = entry;
  if (workspaceId === DEMO_WORKSPACE_ID || changes.length === 0) return;
  const by = await stopperIn(tx, workspaceId, entry.by);
  await appendEntries(
    tx,
    changes.map(({ entryId, ...change }) => ({
      kind: 'symbol_list' as const,
      subject: entryId,
      at,
      body: { ...change, brand: brandId, by },
    })),
  );
}

/** Records that the restricted list kept an alert from going out. */
export async function recordBlocked(
  tx: Tx,
  blocked: {
    workspaceId: string;
    alertId: string;
    entry: { id: string; symbol: string; reason: string };
    at: Date;
  },
): Promise<void> {
  const { workspaceId, alertId, entry, at } = blocked;
  if (workspaceId === DEMO_WORKSPACE_ID) return;
  const body = { entry: entry.id, symbol: entry.symbol, reason: entry.reason };
  await appendEntry(tx, { kind: 'blocked', subject: alertId, at, body });
}
