import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';

/** So many are offered. */
const SYMBOLS_MAX = 300;
export type OfferedSymbol = { id: string; symbol: string; name: string };

/** The symbols that a brand's alerts may be about, by its active rules; and those that a person has chosen. */
export async function symbolsOf(
  tx: Tx,
  { workspaceId, brandId, chosen }: { workspaceId: string; brandId: string; chosen: readonly string[] },
): Promise<OfferedSymbol[]> {
  const { rows } = await tx.execute<OfferedSymbol>(sql`
    with mine as (
      select r.workspace_id, r.instrument_id, r.watchlist_id from rules r
       where r.workspace_id = ${workspaceId}::uuid and r.deleted_at is null and r.state = 'active'
         and case when exists (select from routes t where t.workspace_id = r.workspace_id and t.rule_id = r.id)
               then exists (select from routes t where t.workspace_id = r.workspace_id and t.rule_id = r.id
                               and t.brand_id = ${brandId}::uuid)
               -- A rule without routes is of the default brand.
               else exists (select from brands b where b.workspace_id = r.workspace_id and b.id = ${brandId}::uuid
                               and b.is_default) end)
    select n.id, coalesce(o.symbol, n.symbol) as symbol, n.name from instruments n
      left join own_instruments o on o.workspace_id = ${workspaceId}::uuid and o.instrument_id = n.id
     where n.id in (
       select instrument_id from mine
       union select s.instrument_id from mine
         join watchlist_symbols s on s.workspace_id = mine.workspace_id and s.watchlist_id = mine.watchlist_id)
        or n.id = any(${sql.param([...chosen])}::uuid[])
     order by 2, n.id limit ${SYMBOLS_MAX}`);
  return rows;
}
