import { type Erasure, NO_CONTACT } from '#src/subscribers/erase.ts';
import { byOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { ERASURE } from './contract.ts';

/** A person who asks to be forgotten. */
export function addErasureRoute(route: Route, { erasure }: { erasure: Erasure }): void {
  route(ERASURE.erase, async (c) => {
    await erasure.erase(byOf(c), idOf(c, { sentence: NO_CONTACT }));
    return c.body(null, 204);
  });
}
