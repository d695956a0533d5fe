import type { Hono } from 'hono';
import type { FeedDesk } from '#src/engine/feeds/desk.ts';
import { AppError } from '#src/shared/errors.ts';
import { feedWatchFormSchema, QUARANTINE_PAGE_MAX, quarantineReasonSchema } from '#src/shared/feeds.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { cursorOf, invalid, limitOf } from './paging.ts';
import { idOf } from './path-id.ts';

/** Market data: how feeds are, which symbols are watched, what was not believed. */
export function addFeedRoutes(api: Hono<ApiEnv>, desk: FeedDesk): void {
  api.get('/feeds', async (c) => c.json(await desk.feeds(c.get('membership').workspaceId)));

  api.get('/feeds/watches', async (c) =>
    c.json({ items: await desk.watches(c.get('membership').workspaceId) }),
  );

  api.post('/feeds/watches', async (c) => {
    const body: unknown = await c.req.json().catch(() => {
      throw new AppError('bad_json');
    });
    const form = feedWatchFormSchema.safeParse(body);
    if (!form.success) throw new AppError('validation_failed', form.error.issues[0]?.message);
    const by = { workspaceId: c.get('membership').workspaceId, actor: activityActor(c) };
    return c.json(await desk.watch(by, form.data), 201);
  });

  api.delete('/feeds/watches/:id', async (c) => {
    const id = idOf(c, { sentence: 'That symbol is not watched.' });
    await desk.unwatch({ workspaceId: c.get('membership').workspaceId, actor: activityActor(c) }, id);
    return c.body(null, 204);
  });

  api.get('/feeds/quarantine', async (c) => {
    const text = c.req.query('reason') ?? null;
    const reason = text === null ? null : quarantineReasonSchema.safeParse(text);
    if (reason && !reason.success)
      throw invalid('reason', text ?? '', quarantineReasonSchema.options.join(', '));
    const page = await desk.quarantine(c.get('membership').workspaceId, {
      feed: c.req.query('feed') ?? null,
      reason: reason?.data ?? null,
      after: cursorOf(c.req.query('cursor') ?? null),
      limit: limitOf(c.req.query('limit') ?? null, QUARANTINE_PAGE_MAX),
    });
    return c.json(page);
  });
}
