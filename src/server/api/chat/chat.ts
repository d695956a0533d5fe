import type { Context } from 'hono';
import type { Chat } from '#src/support/chat/chat.ts';
import type { Whose } from '#src/db/queries/chat.ts';
import { CHAT_PAGE_MAX } from '#src/shared/chat.ts';
import { AppError } from '#src/shared/errors.ts';
import { cursorOf, limitOf } from '../paging.ts';
import { nameOf } from '../feedback/feedback.ts';
import { type ApiEnv, personOf } from '../actor.ts';
import type { Route } from '../route.ts';
import { CHAT } from './contract.ts';

/** The conversation of the person who asks with the team. Another's is never in sight. */
export function addChatRoutes(route: Route, { chat }: { chat: Chat }): void {
  const whose = (c: Context<ApiEnv>): Whose => ({
    workspaceId: c.get('membership').workspaceId,
    userId: personOf(c).id,
  });

  route(CHAT.read, async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, CHAT_PAGE_MAX);
    const after = cursorOf(c.req.query('cursor') ?? null);
    return c.json(await chat.read(whose(c), { after, limit }));
  });

  route(CHAT.unread, async (c) => c.json({ unread: await chat.unread(whose(c)) }));

  route(CHAT.support, async (c) => c.json(await chat.support(whose(c))));

  route(CHAT.write, async (c, body) => {
    const form = await body();
    try {
      return c.json(await chat.write(whose(c), nameOf(personOf(c)), form), 201);
    } catch (error) {
      const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
      if (typeof wait === 'number') c.header('Retry-After', String(wait));
      throw error;
    }
  });

  route(CHAT.markRead, async (c, body) => {
    const { id } = await body();
    await chat.seen(whose(c), id);
    return c.body(null, 204);
  });
}
