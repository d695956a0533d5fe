import type { People } from '#src/people/people.ts';
import { byOf, changerOf, here } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { CONTACT_IMPORTS } from './contract.ts';

const SENTENCE = { sentence: 'There is no such import.' };

/** Files of contacts. */
export function addContactImportRoutes(route: Route, { people }: { people: Pick<People, 'imports'> }): void {
  const imports = () => people.imports;
  route(CONTACT_IMPORTS.list, async (c) => c.json(await imports().list(here(c))));
  route(CONTACT_IMPORTS.upload, async (c) => {
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    await c.get('checkAgain')?.();
    return c.json(await imports().upload(changerOf(c), { name: c.req.query('file') ?? '', bytes }), 201);
  });
  route(CONTACT_IMPORTS.one, async (c) => c.json(await imports().one(here(c), idOf(c, SENTENCE))));
  route(CONTACT_IMPORTS.check, async (c, body) => {
    const form = await body();
    return c.json(await imports().check(byOf(c), idOf(c, SENTENCE), form), 202);
  });
  route(CONTACT_IMPORTS.start, async (c) => c.json(await imports().start(byOf(c), idOf(c, SENTENCE)), 202));
  route(CONTACT_IMPORTS.undo, async (c) => c.json(await imports().undo(byOf(c), idOf(c, SENTENCE)), 202));
}
