import type { Hono } from 'hono';
import type { Database } from '#src/db/database.ts';
import { changeFirstRun, readFirstRun } from '#src/db/queries/first-run.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { firstRunChangeSchema } from '#src/shared/first-run.ts';
import { readPayload } from '../functions/body.ts';
import { type ApiEnv, personOf } from './actor.ts';

/** How far a person is with a new workspace. */
export function addFirstRunRoutes(api: Hono<ApiEnv>, deps: { app: Database; clock: Clock }): void {
  api.get('/first-run', async (c) => {
    const mine = { workspaceId: c.get('membership').workspaceId, userId: personOf(c).id };
    return c.json(await withTenant(deps.app, mine.workspaceId, (tx) => readFirstRun(tx, mine)));
  });

  api.post('/first-run', async (c) => {
    const change = await readPayload(c, firstRunChangeSchema);
    const mine = { workspaceId: c.get('membership').workspaceId, userId: personOf(c).id };
    await withTenant(deps.app, mine.workspaceId, (tx) => changeFirstRun(tx, mine, change, deps.clock()));
    return c.body(null, 204);
  });
}
