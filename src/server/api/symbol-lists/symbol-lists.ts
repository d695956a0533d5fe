import type { Database } from '#src/db/database.ts';
import { createSymbolLists } from '#src/engine/barred/symbol-lists/symbol-lists.ts';
import type { Clock } from '#src/shared/clock.ts';
import { here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { stopperOf } from '../sending/stopper.ts';
import { SYMBOL_LISTS_OF_BRANDS as LISTS } from './contract.ts';

/** The restricted and the watch list of each brand. */
export function addSymbolListRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const lists = createSymbolLists(deps);
  const where = (c: Parameters<typeof here>[0]) => ({ workspaceId: here(c), brandId: idOf(c) });
  route(LISTS.list, async (c) => c.json(await lists.list(where(c))));
  route(LISTS.history, async (c) => c.json(await lists.list(where(c), { past: true })));
  route(LISTS.add, async (c, body) => {
    const form = await body();
    return c.json(await lists.add(stopperOf(c), idOf(c), form));
  });
  route(LISTS.remove, async (c) => {
    await lists.remove(stopperOf(c), idOf(c), idOf(c, { name: 'entry' }));
    return c.body(null, 204);
  });
}
