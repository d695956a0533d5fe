import type { Database } from '#src/db/database.ts';
import { createSendingHours } from '#src/engine/barred/hours/sending-hours.ts';
import { createFlapping } from '#src/engine/barred/flapping/limits.ts';
import { createStops } from '#src/engine/delivery/stops/stops.ts';
import type { Clock } from '#src/shared/clock.ts';
import { here } from '../actor.ts';
import type { Announce } from '../changes.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { SENDING } from './contract.ts';
import { stopperOf } from './stopper.ts';

const NONE = { sentence: 'There is no such stop.' };

/** Stopping what goes out, resuming it, and recalling what is held. */
export function addSendingRoutes(
  route: Route,
  deps: { app: Database; clock: Clock; announce: Announce },
): void {
  const stops = createStops(deps);
  const flapping = createFlapping(deps);
  const hours = createSendingHours(deps);
  route(SENDING.read, async (c) => c.json(await stops.read(here(c))));
  route(SENDING.stop, async (c, body) => {
    const form = await body();
    return c.json(await stops.stop(stopperOf(c), form), 201);
  });
  route(SENDING.recall, async (c) => c.json(await stops.recall(stopperOf(c), idOf(c, NONE))));
  route(SENDING.suspension, async (c) => c.json(await flapping.read(here(c))));
  route(SENDING.setSuspension, async (c, body) => {
    const limit = await body();
    return c.json(await flapping.set(stopperOf(c), limit));
  });
  route(SENDING.hours, async (c) => c.json(await hours.list(here(c))));
  route(SENDING.setHours, async (c, body) => {
    const form = await body();
    return c.json(await hours.set(stopperOf(c), form), 201);
  });
  route(SENDING.removeHours, async (c) => {
    await hours.remove(stopperOf(c), idOf(c, { sentence: 'There are no such hours.' }));
    return c.body(null, 204);
  });
  route(SENDING.resume, async (c) => {
    await stops.resume(stopperOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}
