import { createExternalRules, type ExternalRuleDeps } from '#src/engine/external/external-rules.ts';

import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { EXTERNAL } from './contract.ts';

/** Rules on external sources, and the calls that came in. */
export function addExternalRoutes(route: Route, deps: ExternalRuleDeps): void {
  const rules = createExternalRules(deps);

  route(EXTERNAL.list, async (c) =>
    c.json({ items: await rules.list(here(c), c.req.query('deleted') === 'yes') }),
  );
  route(EXTERNAL.make, async (c, body) => c.json(await rules.make(byOf(c), await body()), 201));
  route(EXTERNAL.one, async (c) => c.json(await rules.one(here(c), idOf(c))));
  route(EXTERNAL.change, async (c, body) => {
    const form = await body();
    return c.json(await rules.change(byOf(c), idOf(c), form));
  });
  route(EXTERNAL.duplicate, async (c) => c.json(await rules.duplicate(byOf(c), idOf(c)), 201));
  route(EXTERNAL.remove, async (c) => {
    await rules.remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
  route(EXTERNAL.restore, async (c) => c.json(await rules.restore(byOf(c), idOf(c))));
  route(EXTERNAL.rotateSecret, async (c) => c.json(await rules.rotate(byOf(c), idOf(c))));
  route(EXTERNAL.calls, async (c) => c.json({ items: await rules.calls(here(c), idOf(c)) }));
}
