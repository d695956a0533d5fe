import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { createStops, type Stopper } from '#src/engine/delivery/stops/stops.ts';
import type { Clock } from '#src/shared/clock.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { type ApiEnv, byOf, here } from '../actor.ts';
import type { Announce } from '../changes.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { SENDING } from './contract.ts';

const NONE = { sentence: 'There is no such stop.' };

/** Stopping what goes out, resuming it, and recalling what is held. */
export function addSendingRoutes(
  route: Route,
  deps: { app: Database; clock: Clock; announce: Announce },
): void {
  const stops = createStops(deps);
  route(SENDING.read, async (c) => c.json(await stops.read(here(c))));
  route(SENDING.stop, async (c, body) => {
    const form = await body();
    return c.json(await stops.stop(stopperOf(c), form), 201);
  });
  route(SENDING.recall, async (c) => c.json(await stops.recall(stopperOf(c), idOf(c, NONE))));
  route(SENDING.resume, async (c) => {
    await stops.resume(stopperOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}

function stopperOf(c: Context<ApiEnv>): Stopper {
  const actor = c.get('actor');
  const by = byOf(c);
  if (actor.kind === 'key') return { ...by, person: null };
  return {
    ...by,
    person: { userId: actor.user.id, name: nameOfUser(actor.user), email: actor.user.email },
  };
}
