import { eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { recordActivity } from '#src/db/queries/activity.ts';
import { flappingLimits } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { DEFAULT_FLAPPING, type Flapping } from '#src/shared/flapping.ts';
import type { By } from '../../changed-by.ts';

/** When a rule of the workspace is suspended. */
export async function flappingOf(tx: Tx, workspaceId: string): Promise<Flapping> {
  const [row] = await tx
    .select({ most: flappingLimits.most, minutes: flappingLimits.minutes })
    .from(flappingLimits)
    .where(eq(flappingLimits.workspaceId, workspaceId));
  return row ?? DEFAULT_FLAPPING;
}

/** Reads and sets when rules are suspended. */
export function createFlapping({ app, clock }: { app: Database; clock: Clock }) {
  return {
    read: (workspaceId: string): Promise<Flapping> =>
      withTenant(app, workspaceId, (tx) => flappingOf(tx, workspaceId)),

    set: (by: By, limit: Flapping): Promise<Flapping> =>
      withTenant(app, by.workspaceId, async (tx) => {
        await tx
          .insert(flappingLimits)
          .values({ workspaceId: by.workspaceId, ...limit })
          .onConflictDoUpdate({ target: flappingLimits.workspaceId, set: limit });
        const subject =
          limit.most === null ? 'never' : `after more than ${limit.most} in ${limit.minutes} minutes`;
        await recordActivity(tx, { ...by, action: 'flapping.set', subject, at: clock() });
        return limit;
      }),
  };
}
