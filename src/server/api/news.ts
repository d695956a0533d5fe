import type { Hono } from 'hono';
import { createNewsSources } from '#src/engine/feeds/news/sources.ts';
import { newsSourceFormSchema } from '#src/shared/outside/news.ts';
import { readPayload } from '../functions/body.ts';
import { activityActor, type ApiEnv } from './actor.ts';
import { keeping } from './idempotency.ts';
import { idOf } from './path-id.ts';

/** Where a workspace reads its news. */
export function addNewsRoutes(api: Hono<ApiEnv>, deps: Parameters<typeof createNewsSources>[0]): void {
  const sources = createNewsSources(deps);
  api.get('/news-sources', async (c) =>
    c.json({ items: await sources.list(c.get('membership').workspaceId) }),
  );
  api.post('/news-sources', async (c) => {
    const form = await readPayload(c, newsSourceFormSchema);
    const by = { workspaceId: c.get('membership').workspaceId, actor: activityActor(c), ...keeping(c) };
    return c.json(await sources.add(by, form), 201);
  });
  api.delete('/news-sources/:id', async (c) => {
    const id = idOf(c, { sentence: 'There is no such source.' });
    await sources.remove({ workspaceId: c.get('membership').workspaceId, actor: activityActor(c) }, id);
    return c.body(null, 204);
  });
}
