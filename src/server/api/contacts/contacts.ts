import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import type { People } from '#src/people/people.ts';
import { CONTACTS_PAGE_MAX } from '#src/shared/contacts.ts';
import { normalTag } from '#src/shared/tags.ts';
import { type ApiEnv, byOf, here } from '../actor.ts';
import { invalid, limitOf, wordsOf } from '../paging.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { CONTACTS } from './contract.ts';

const SENTENCE = { sentence: 'There is no such contact.' };

/** People who get alerts. */
export function addContactRoutes(route: Route, { people }: { people: People }): void {
  const { contacts } = people;

  route(CONTACTS.list, async (c) =>
    c.json(
      await people.list(here(c), {
        ...filterOf(c),
        after: idOfQuery(c, 'cursor') ?? null,
        limit: limitOf(c.req.query('limit') ?? null, CONTACTS_PAGE_MAX),
      }),
    ),
  );
  route(CONTACTS.summary, async (c) => c.json(await people.summary(here(c))));
  route(CONTACTS.create, async (c, body) => c.json(await contacts.create(byOf(c), await body()), 201));
  route(CONTACTS.upsert, async (c, body) => {
    const { contacts: rows } = await body();
    return c.json(await people.upsert(byOf(c), rows));
  });
  route(CONTACTS.tag, async (c, body) => c.json(await contacts.tag(byOf(c), await body())));
  route(CONTACTS.removeMany, async (c, body) => {
    const { ids } = await body();
    return c.json(await contacts.remove(byOf(c), ids));
  });
  route(CONTACTS.export, async (c) => {
    const lines = people.exported(here(c), filterOf(c));
    // The first lines before the status: what can't be read is refused with a code.
    const first = await lines.next();
    c.header('Content-Type', 'text/csv; charset=utf-8');
    c.header('Content-Disposition', 'attachment; filename="contacts.csv"');
    return stream(c, async (out) => {
      if (!first.done) await out.write(first.value);
      for await (const text of lines) await out.write(text);
    });
  });
  route(CONTACTS.one, async (c) => c.json(await people.one(here(c), idOf(c, SENTENCE))));
  route(CONTACTS.history, async (c) =>
    c.json(
      await people.history(here(c), {
        contactId: idOf(c, SENTENCE),
        after: idOfQuery(c, 'cursor') ?? null,
        limit: limitOf(c.req.query('limit') ?? null, CONTACTS_PAGE_MAX),
      }),
    ),
  );
  route(CONTACTS.consents, async (c) => c.json(await people.consents(here(c), idOf(c, SENTENCE))));
  route(CONTACTS.change, async (c, body) => {
    const form = await body();
    return c.json(await contacts.change(byOf(c), idOf(c, SENTENCE), form));
  });
  route(CONTACTS.merge, async (c, body) => {
    const { from } = await body();
    return c.json(await contacts.merge(byOf(c), idOf(c, SENTENCE), from));
  });
  route(CONTACTS.remove, async (c) => {
    await contacts.remove(byOf(c), [idOf(c, SENTENCE)]);
    return c.body(null, 204);
  });
}

function filterOf(c: Context<ApiEnv>): { words?: string; tag?: string; audience?: string } {
  const tag = c.req.query('tag');
  const audience = idOfQuery(c, 'audience');
  return {
    ...wordsOf(c.req.query('q')),
    ...(tag === undefined || tag.includes('\0') ? {} : { tag: normalTag(tag) }),
    ...(audience === undefined ? {} : { audience }),
  };
}

function idOfQuery(c: Context<ApiEnv>, name: string): string | undefined {
  const text = c.req.query(name);
  if (text === undefined) return undefined;
  const id = z.uuid().safeParse(text);
  if (!id.success) throw invalid(name, text, name === 'cursor' ? 'the `next` of the page before' : 'an ID');
  return id.data.toLowerCase();
}
