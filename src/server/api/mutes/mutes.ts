import type { Database } from '#src/db/database.ts';
import { createMutes } from '#src/engine/barred/mutes/mutes.ts';
import type { Clock } from '#src/shared/clock.ts';
import { here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { stopperOf } from '../sending/stopper.ts';
import { MUTES } from './contract.ts';

/** Muting rules, symbols and brands. */
export function addMuteRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const mutes = createMutes(deps);
  route(MUTES.list, async (c) => c.json(await mutes.list(here(c))));
  route(MUTES.mute, async (c, body) => {
    const form = await body();
    return c.json(await mutes.mute(stopperOf(c), form), 201);
  });
  route(MUTES.unmute, async (c) => {
    await mutes.unmute(stopperOf(c), idOf(c, { sentence: 'There is no such mute.' }));
    return c.body(null, 204);
  });
}
