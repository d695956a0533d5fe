import { sql } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { STATUS } from '#src/shared/standing.ts';
import type { BillingDeps } from './deps.ts';
import { holding, snapshotOf } from './held.ts';
import type { PaymentProvider } from './provider.ts';

/** Months of one subscription that are caught up with in one go, after a program was off. */
const AT_ONCE = 12;

/**
 * Lets a provider that does not renew by itself bring about what has come due. Doing it again, or by several processes
 * at once, changes nothing. @returns how many subscriptions were looked at
 */
export async function renewDue(deps: BillingDeps & { system: Database }): Promise<number> {
  const { provider } = deps;
  if (!provider?.renew) return 0;
  const { rows } = await deps.system.execute<{ workspace_id: string }>(sql`
    select workspace_id from subscriptions
     where provider = ${provider.id} and status in (${STATUS.active}, ${STATUS.ending}) and period_end <= ${deps.clock().toISOString()}::timestamptz
     order by period_end limit 200`);
  for (const { workspace_id: workspaceId } of rows) {
    try {
      await catchUp(deps, provider, workspaceId);
    } catch (error) {
      // One that cannot be renewed is first in the next run too: it must not keep the others from theirs.
      deps.log.warn({ err: error, workspace: workspaceId }, 'a plan could not be renewed');
    }
  }
  return rows.length;
}

async function catchUp(deps: BillingDeps, provider: PaymentProvider, workspaceId: string): Promise<void> {
  for (let month = 0; month < AT_ONCE; month += 1) {
    const isDone = await holding(deps.app, workspaceId, async (row) => {
      const held = row && snapshotOf(row);
      if (!held || held.status !== 'active' || deps.clock() < held.periodEnd) return true;
      await provider.renew?.(workspaceId, held);
      return false;
    });
    if (isDone) return;
  }
}
