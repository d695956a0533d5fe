import type { Context } from 'hono';
import type { Database } from '#src/db/database.ts';
import { createComments } from '#src/engine/alerts/comments/comments.ts';
import type { Clock } from '#src/shared/clock.ts';
import { nameOfUser } from '#src/shared/person-name.ts';
import { type ApiEnv, byOf, here, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { COMMENTS } from './contract.ts';

const NONE = { sentence: 'There is no such alert.' };

/** What members write to each other about an alert. */
export function addCommentRoutes(route: Route, deps: { app: Database; clock: Clock }): void {
  const comments = createComments(deps);
  const commenter = (c: Context<ApiEnv>) => {
    const person = personOf(c);
    return { ...byOf(c), person: { userId: person.id, name: nameOfUser(person), email: person.email } };
  };
  route(COMMENTS.list, async (c) => c.json({ items: await comments.list(here(c), idOf(c, NONE)) }));
  route(COMMENTS.write, async (c, body) => {
    const alertId = idOf(c, NONE);
    const form = await body();
    return c.json(await comments.write(commenter(c), alertId, form), 201);
  });
  route(COMMENTS.withdraw, async (c) => {
    const id = idOf(c, { name: 'comment', sentence: 'There is no such comment.' });
    await comments.withdraw(commenter(c), idOf(c, NONE), id);
    return c.body(null, 204);
  });
}
