import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { rules } from '#src/db/schema.ts';
import type { Timeframe } from '#src/shared/market.ts';
import type { FiringRule } from './fire.ts';

/** One detector with one set of parameters: computed once per bar, for every rule that asks for it. */
export type Watch = { detector: string; params: Record<string, number>; rules: FiringRule[] };

/**
 * The active rules of every workspace on one instrument and timeframe, grouped by what has to be computed.
 * One of the engine's named cross-tenant queries: it runs as the system role.
 */
export async function activeWatches(
  system: Database,
  instrumentId: string,
  timeframe: Timeframe,
): Promise<Map<string, Watch>> {
  const rows = await system
    .select({
      workspaceId: rules.workspaceId,
      id: rules.id,
      version: rules.version,
      instrumentId: rules.instrumentId,
      timeframe: rules.timeframe,
      detector: rules.detector,
      params: rules.params,
    })
    .from(rules)
    .where(
      and(eq(rules.state, 'active'), eq(rules.instrumentId, instrumentId), eq(rules.timeframe, timeframe)),
    );
  const watches = new Map<string, Watch>();
  for (const { detector, params, ...rule } of rows) {
    const key = watchKey(detector, params);
    const watch = watches.get(key) ?? { detector, params, rules: [] };
    watch.rules.push(rule);
    watches.set(key, watch);
  }
  return watches;
}

function watchKey(detector: string, params: Record<string, number>): string {
  const sorted = Object.entries(params).sort(([a], [b]) => a.localeCompare(b));
  return `${detector}:${sorted.map(([name, value]) => `${name}=${value}`).join(',')}`;
}
