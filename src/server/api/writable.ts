import type { MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { withTenant } from '#src/db/tenant.ts';
import { isRefusedReadOnly } from '#src/shared/api/endpoint.ts';
import type { Clock } from '#src/shared/clock.ts';
import { AppError } from '#src/shared/errors.ts';
import { endpointOf } from './permitted.ts';
import type { ApiEnv } from './actor.ts';

/**
 * Refuses what would change a read-only workspace, by the contract's lines: no route asks for itself. It stands
 * behind requirePermitted, so whoever may not anyway is told that first.
 */
export function requireWritable(deps: { app: Database; clock: Clock }): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const endpoint = endpointOf(c.req.method, c.req.path);
    if (endpoint && isRefusedReadOnly(endpoint)) {
      const { workspaceId } = c.get('membership');
      const { standing, planId, ends } = await withTenant(deps.app, workspaceId, (tx) =>
        workspacePlan(tx, deps.clock()),
      );
      if (standing === 'read_only') {
        throw new AppError('workspace_read_only', undefined, {
          details: { plan: planId, since: ends?.toISOString() ?? null },
        });
      }
    }
    await next();
  };
}
