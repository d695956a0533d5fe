import type { MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiEnv } from './actor.ts';

/** Rejects changes to a read-only workspace. Comes after the permission check, which explains more. */
export function requireWritable(deps: { app: Database; clock: Clock }): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { workspaceId } = c.get('membership');
    const { standing, planId, ends } = await withTenant(deps.app, workspaceId, (tx) =>
      workspacePlan(tx, deps.clock()),
    );
    if (standing === 'read_only') {
      throw new AppError('workspace_read_only', undefined, {
        details: { plan: planId, since: ends?.toISOString() ?? null },
      });
    }
    await next();
  };
}
