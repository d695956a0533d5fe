import { createReviewChats, type ReviewChatsDeps } from '#src/engine/review-chats/chats.ts';
import type { Context } from 'hono';
import { type ApiEnv, changerOf, here, personOf } from '../actor.ts';
import { idOf } from '../path-id.ts';
import type { Route } from '../route.ts';
import { REVIEW_CHATS } from './contract.ts';

const NONE = { sentence: 'There is no such connection.' };

/** Chats that people approve in, and who they are there. */
export function addReviewChatRoutes(route: Route, { connections }: { connections: ReviewChatsDeps }): void {
  const chats = createReviewChats(connections);
  const userOf = (c: Context<ApiEnv>): string => personOf(c).id;
  const byOf = (c: Context<ApiEnv>) => ({ ...changerOf(c), userId: userOf(c) });
  route(REVIEW_CHATS.list, async (c) => c.json({ items: await chats.list(here(c), userOf(c)) }));
  route(REVIEW_CHATS.set, async (c, body) => {
    const form = await body();
    return c.json(await chats.set(byOf(c), idOf(c, NONE), form));
  });
  route(REVIEW_CHATS.link, async (c) =>
    c.json(await chats.link(here(c), { userId: userOf(c) }, idOf(c, NONE)), 201),
  );
  route(REVIEW_CHATS.choose, async (c, body) => {
    const { asks } = await body();
    return c.json(await chats.choose(here(c), userOf(c), idOf(c, NONE), asks));
  });
  route(REVIEW_CHATS.unlink, async (c) => {
    await chats.unlink(byOf(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}
