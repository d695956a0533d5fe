import type { People } from '#src/people/people.ts';
import { byOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { AUDIENCES } from './contract.ts';

/** Named sets of contacts that rules send to. */
export function addAudienceRoutes(route: Route, { people }: { people: Pick<People, 'audiences'> }): void {
  const audiences = () => people.audiences;
  route(AUDIENCES.list, async (c) => c.json(await audiences().list(here(c))));
  route(AUDIENCES.create, async (c, body) => c.json(await audiences().create(byOf(c), await body()), 201));
  route(AUDIENCES.count, async (c, body) => {
    const { filter } = await body();
    return c.json(await audiences().count(here(c), filter));
  });
  route(AUDIENCES.one, async (c) => c.json(await audiences().one(here(c), idOf(c))));
  route(AUDIENCES.change, async (c, body) => {
    const form = await body();
    return c.json(await audiences().change(byOf(c), idOf(c), form));
  });
  route(AUDIENCES.contacts, async (c, body) => {
    const form = await body();
    return c.json(await audiences().setContacts(byOf(c), idOf(c), form));
  });
  route(AUDIENCES.remove, async (c) => {
    await audiences().remove(byOf(c), idOf(c));
    return c.body(null, 204);
  });
}
