import type { Database } from '#src/db/database.ts';
import { createReplays } from '#src/engine/replays/replays.ts';
import type { Clock } from '#src/shared/clock.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { REPLAYS } from './contract.ts';

const NONE = { sentence: 'There is no such connection.' };

/** Sending a period of an endpoint to it once more. */
export function addReplayRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const replays = createReplays(deps);
  route(REPLAYS.list, async (c) => c.json(await replays.list(here(c), idOf(c, NONE))));
  route(REPLAYS.count, async (c, body) => {
    const form = await body();
    return c.json(await replays.count(here(c), idOf(c, NONE), form));
  });
  route(REPLAYS.start, async (c, body) => {
    const form = await body();
    return c.json(await replays.start(byOf(c), idOf(c, NONE), form), 201);
  });
  route(REPLAYS.stop, async (c) =>
    c.json(await replays.stop(byOf(c), idOf(c, { sentence: 'There is no such replay.' }))),
  );
}
