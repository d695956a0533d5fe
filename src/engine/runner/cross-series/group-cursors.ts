import type { Database } from '#src/db/database.ts';
import { Superseded } from '#src/engine/leases/lease.ts';
import type { Holding } from '#src/engine/leases/shard-lease.ts';
import { storeCursors } from '#src/engine/evaluation/cross-series/cursors.ts';
import { type Group, groupKey } from '#src/engine/evaluation/cross-series/groups.ts';

/**
 * Stores how far groups are evaluated: all in one statement, or one by one if that fails.
 * @returns the keys of the groups it failed for, with the error
 * @throws Superseded
 */
export async function storeEach(
  system: Database,
  holding: Holding,
  reached: readonly { group: Group; cursor: number }[],
): Promise<Map<string, unknown>> {
  const failed = new Map<string, unknown>();
  try {
    await storeCursors(system, holding, reached);
  } catch (error) {
    if (error instanceof Superseded) throw error;
    for (const each of reached)
      await storeCursors(system, holding, [each]).catch((problem: unknown) => {
        if (problem instanceof Superseded) throw problem;
        failed.set(groupKey(each.group), problem);
      });
  }
  return failed;
}
