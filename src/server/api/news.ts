import type { Context, Hono } from 'hono';
import { createNewsSources } from '#src/engine/feeds/news/sources.ts';
import { newsSourceChangeSchema, newsSourceFormSchema } from '#src/shared/outside/news.ts';
import { readPayload } from '../functions/body.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { keeping } from './idempotency.ts';
import { idOf } from './path-id.ts';

const NONE = { sentence: 'There is no such source.' };

/** Where a workspace reads its news. */
export function addNewsRoutes(api: Hono<ApiEnv>, deps: Parameters<typeof createNewsSources>[0]): void {
  const sources = createNewsSources(deps);
  const by = (c: Context<ApiEnv>) => ({
    workspaceId: c.get('membership').workspaceId,
    actor: activityActor(c),
    ...keeping(c),
  });

  api.get('/news-sources', async (c) =>
    c.json({ items: await sources.list(c.get('membership').workspaceId) }),
  );
  api.post('/news-sources', async (c) =>
    c.json(await sources.add(by(c), await readPayload(c, newsSourceFormSchema)), 201),
  );
  api.patch('/news-sources/:id', async (c) => {
    const form = await readPayload(c, newsSourceChangeSchema);
    return c.json(await sources.change(by(c), idOf(c, NONE), form));
  });
  api.delete('/news-sources/:id', async (c) => {
    await sources.remove(by(c), idOf(c, NONE));
    return c.body(null, 204);
  });
}
