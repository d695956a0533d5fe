import { createNewsSources } from '#src/engine/external/news/sources.ts';

import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { NEWS } from './contract.ts';

const NONE = { sentence: 'There is no such source.' };

type Deps = Omit<Parameters<typeof createNewsSources>[0], 'allowPrivate'> & {
  /** Whether sources may be on private networks. */
  privateAddresses: boolean;
};

/** Where a workspace reads its news. */
export function addNewsRoutes(route: Route, deps: Deps): void {
  const sources = createNewsSources({ ...deps, allowPrivate: deps.privateAddresses });

  route(NEWS.list, async (c) => c.json({ items: await sources.list(here(c)) }));
  route(NEWS.add, async (c, body) => c.json(await sources.add(byOf(c), await body()), 201));
  route(NEWS.change, async (c, body) => {
    const form = await body();
    return c.json(await sources.change(byOf(c), idOf(c, NONE), form));
  });
  route(NEWS.remove, async (c) => {
    await sources.remove(byOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}
