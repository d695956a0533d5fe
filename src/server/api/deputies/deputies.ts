import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { createDeputies } from '#src/engine/approval/deputies/deputies.ts';
import type { Clock } from '#src/shared/clock.ts';
import { type ApiEnv, byOf, here, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { DEPUTIES } from './contract.ts';

/** When members are away, and who decides in their place. */
export function addDeputyRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const deputies = createDeputies(deps);
  const asked = (c: Context<ApiEnv>) => ({ ...byOf(c), userId: personOf(c).id });
  route(DEPUTIES.list, async (c) => c.json({ items: await deputies.list(here(c)) }));
  route(DEPUTIES.set, async (c, body) => {
    const form = await body();
    return c.json(await deputies.set(asked(c), form), 201);
  });
  route(DEPUTIES.end, async (c) => {
    await deputies.end(asked(c), idOf(c, { sentence: 'There is no such absence.' }));
    return c.body(null, 204);
  });
}
