import type { Context, Hono } from 'hono';
import type { Chat } from '#src/chat/index.ts';
import type { Whose } from '#src/db/queries/chat.ts';
import { CHAT_PAGE_MAX, chatFormSchema, chatReadSchema } from '#src/shared/chat.ts';
import { AppError } from '#src/shared/errors.ts';
import { readPayload } from '../functions/body.ts';
import { cursorOf, limitOf } from './paging.ts';
import { nameOf } from './feedback.ts';
import { type ApiEnv, personOf } from './actor.ts';

/** The conversation of the person who asks with the team. Another's is never in sight. */
export function addChatRoutes(api: Hono<ApiEnv>, chat: Chat): void {
  const whose = (c: Context<ApiEnv>): Whose => ({
    workspaceId: c.get('membership').workspaceId,
    userId: personOf(c).id,
  });

  api.get('/chat', async (c) => {
    const limit = limitOf(c.req.query('limit') ?? null, CHAT_PAGE_MAX);
    const after = cursorOf(c.req.query('cursor') ?? null);
    return c.json(await chat.read(whose(c), { after, limit }));
  });

  api.get('/chat/unread', async (c) => c.json({ unread: await chat.unread(whose(c)) }));

  api.post('/chat', async (c) => {
    const form = await readPayload(c, chatFormSchema);
    try {
      return c.json(await chat.write(whose(c), nameOf(personOf(c)), form), 201);
    } catch (error) {
      const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
      if (typeof wait === 'number') c.header('Retry-After', String(wait));
      throw error;
    }
  });

  api.post('/chat/read', async (c) => {
    const { id } = await readPayload(c, chatReadSchema);
    await chat.seen(whose(c), id);
    return c.body(null, 204);
  });
}
