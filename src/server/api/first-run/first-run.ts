import type { Database } from '#src/db/database.ts';
import { changeFirstRun, readFirstRun } from '#src/db/queries/first-run.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { personOf } from '../actor.ts';
import type { Route } from '../route.ts';
import { FIRST_RUN } from './contract.ts';

/** How far a person is with a new workspace. */
export function addFirstRunRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  route(FIRST_RUN.read, async (c) => {
    const mine = { workspaceId: c.get('membership').workspaceId, userId: personOf(c).id };
    return c.json(await withTenant(deps.app, mine.workspaceId, (tx) => readFirstRun(tx, mine)));
  });

  route(FIRST_RUN.change, async (c, body) => {
    const change = await body();
    const mine = { workspaceId: c.get('membership').workspaceId, userId: personOf(c).id };
    await withTenant(deps.app, mine.workspaceId, (tx) => changeFirstRun(tx, mine, change, deps.clock()));
    return c.body(null, 204);
  });
}
