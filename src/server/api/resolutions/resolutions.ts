import type { Resolution } from '#src/shared/delivery-log.ts';
import type { By } from '#src/engine/changed-by.ts';
import { byOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { RESOLUTIONS } from './contract.ts';

/** Deliveries of unknown outcome, settled by a person. */
export function addResolutionRoutes(
  route: Route,
  { resolveDelivery }: { resolveDelivery: (by: By, id: string, as: Resolution) => Promise<void> },
): void {
  route(RESOLUTIONS.resolve, async (c, body) => {
    const form = await body();
    await resolveDelivery(byOf(c), idOf(c, { sentence: 'There is no such delivery.' }), form.as);
    return c.body(null, 204);
  });
}
