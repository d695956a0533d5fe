import { createSenders, type SendersDeps } from '#src/engine/connections/senders.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { SENDERS } from './contract.ts';

/** Who sends for each brand, and the domains they send from. */
export function addSenderRoutes(route: Route, { senders: deps }: { senders: SendersDeps }): void {
  const senders = createSenders(deps);

  route(SENDERS.list, async (c) => c.json({ items: await senders.list(here(c)) }));
  route(SENDERS.set, async (c, body) => c.json(await senders.set(byOf(c), await body())));
  route(SENDERS.checkDomain, async (c) => {
    const id = idOf(c, { sentence: 'No sender uses this domain.' });
    return c.json(await senders.checkDomain(byOf(c), id));
  });
  route(SENDERS.endWarmUp, async (c, body) => {
    const id = idOf(c, { sentence: 'No sender uses this domain.' });
    return c.json(await senders.endWarmUp(byOf(c), id, await body()));
  });
}
