import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { HISTORY_MAX, type ListedSymbol, type SymbolList } from '#src/shared/symbol-lists/lists.ts';
import type { Tx } from '../database.ts';
import { listedSymbols } from '../schema.ts';
import { actorNames, authorName } from './actor-names.ts';

type Row = typeof listedSymbols.$inferSelect;

/** Entries of a brand's lists that haven't ended, by list and symbol; those that begin later or are over too. */
export async function openEntries(tx: Tx, brandId: string, list?: SymbolList): Promise<Row[]> {
  return tx
    .select()
    .from(listedSymbols)
    .where(
      and(
        eq(listedSymbols.brandId, brandId),
        isNull(listedSymbols.endedAt),
        list === undefined ? undefined : eq(listedSymbols.list, list),
      ),
    )
    .orderBy(asc(listedSymbols.list), asc(listedSymbols.symbol));
}

/** All that ever was on a brand's lists, what changed last first. */
export const pastEntries = (tx: Tx, brandId: string): Promise<Row[]> =>
  tx
    .select()
    .from(listedSymbols)
    .where(eq(listedSymbols.brandId, brandId))
    .orderBy(desc(sql`coalesce(${listedSymbols.endedAt}, ${listedSymbols.addedAt})`), desc(listedSymbols.id))
    .limit(HISTORY_MAX);

/** As they are shown. */
export async function shownEntries(tx: Tx, rows: readonly Row[], now: Date): Promise<ListedSymbol[]> {
  const names = await actorNames(
    tx,
    rows.flatMap(({ addedBy, endedBy }) => [addedBy, ...(endedBy === null ? [] : [endedBy])]),
  );
  return rows.map((row) => ({
    id: row.id,
    list: row.list,
    symbol: row.symbol,
    reason: row.reason,
    by: authorName(row.addedBy, names),
    addedAt: row.addedAt.toISOString(),
    from: row.fromDay,
    until: row.untilDay,
    inForce:
      row.endedAt === null && row.validFrom <= now && (row.validUntil === null || row.validUntil > now),
    endedAt: row.endedAt?.toISOString() ?? null,
    endedBy: row.endedBy === null ? null : authorName(row.endedBy, names),
  }));
}
