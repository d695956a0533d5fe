import { createWatchlists } from '#src/engine/rules/watchlists.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { WATCHLISTS } from './contract.ts';

export function addWatchlistRoutes(route: Route, deps: Parameters<typeof createWatchlists>[0]): void {
  const watchlists = createWatchlists(deps);
  route(WATCHLISTS.list, async (c) => c.json(await watchlists.list(here(c))));
  route(WATCHLISTS.make, async (c, body) => c.json(await watchlists.make(byOf(c), await body()), 201));
  route(WATCHLISTS.change, async (c, body) => {
    const form = await body();
    return c.json(await watchlists.change(byOf(c), idOf(c), form));
  });
  route(WATCHLISTS.remove, async (c) => {
    await watchlists.remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
}
