import { asc, ne, sql } from 'drizzle-orm';
import type { AlertChoices } from '#src/shared/alert-list.ts';
import type { Tx } from '../database.ts';
import { brands, rules } from '../schema.ts';

/**
 * What the alerts of the workspace in sight can be narrowed to. Symbols and detectors are found by hopping from one
 * to the next in their index: a handful of steps, however many alerts there are.
 */
export async function alertChoices(tx: Tx, workspaceId: string): Promise<AlertChoices> {
  const { rows: symbols } = await tx.execute<{ symbol: string; name: string }>(sql`
    with recursive hop as (
      (select instrument_id from alerts where workspace_id = ${workspaceId}::uuid order by instrument_id limit 1)
      union all
      select (select a.instrument_id from alerts a
               where a.workspace_id = ${workspaceId}::uuid and a.instrument_id > hop.instrument_id
               order by a.instrument_id limit 1)
        from hop where hop.instrument_id is not null)
    select i.symbol, i.name from hop join instruments i on i.id = hop.instrument_id order by i.symbol`);
  const { rows: detectors } = await tx.execute<{ detector: string }>(sql`
    with recursive hop as (
      (select detector from alerts where workspace_id = ${workspaceId}::uuid order by detector limit 1)
      union all
      select (select a.detector from alerts a
               where a.workspace_id = ${workspaceId}::uuid and a.detector > hop.detector
               order by a.detector limit 1)
        from hop where hop.detector is not null)
    select detector from hop where detector is not null`);
  return {
    symbols,
    detectors: detectors.map((row) => row.detector),
    rules: await tx
      .select({ id: rules.id, name: rules.name })
      .from(rules)
      .where(ne(rules.kind, 'composed'))
      .orderBy(asc(rules.name)),
    brands: await tx.select({ id: brands.id, name: brands.name }).from(brands).orderBy(asc(brands.name)),
  };
}
