import { sql } from 'drizzle-orm';
import { withTenant } from '#src/db/tenant.ts';
import { type CheckDeps, checkCorrected } from './check.ts';
import { findCorrected } from './find.ts';

const PER_SWEEP = 100;
/** A check that fails is tried again after so long, and the later the longer it's open. */
const [LEAST, MOST] = ['1 minute', '1 hour'];

/**
 * Finds the alerts on bars that were corrected, and checks those that are due. Named cross-tenant query of the engine.
 * @throws the first failure, once every other alert has had its turn
 */
export async function sweepCorrections(deps: CheckDeps): Promise<void> {
  await findCorrected(deps);
  const now = deps.clock();
  const { rows } = await deps.system.execute<{ workspaceId: string; id: string }>(sql`
    select workspace_id as "workspaceId", id from bar_corrections
     where state in ('checking', 'differs') and next_at <= ${now.toISOString()}::timestamptz
     -- Newly found ones don't wait for those that are tried again.
     order by state = 'differs', next_at limit ${PER_SWEEP}`);
  const failures: unknown[] = [];
  for (const due of rows) {
    try {
      await checkCorrected(deps, due);
    } catch (error) {
      failures.push(error);
      const at = sql`${now.toISOString()}::timestamptz`;
      await withTenant(deps.app, due.workspaceId, (tx) =>
        tx.execute(sql`
          update bar_corrections
             set next_at = ${at} + least(${MOST}::interval, greatest(${LEAST}::interval, ${at} - found_at))
           where workspace_id = ${due.workspaceId}::uuid and id = ${due.id}::uuid and state in ('checking', 'differs')`),
      );
    }
  }
  if (failures.length > 0) throw failures[0];
}
