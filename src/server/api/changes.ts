import type { MiddlewareHandler } from 'hono';
import type { LiveTopic } from '#src/shared/alerts.ts';
import type { ApiEnv } from './actor.ts';
import type { NotificationDeps } from './notifications.ts';
import { endpointOf } from './permitted.ts';

/** What a change below an address is told as, where its own part of the product does not tell it. */
const TOPICS: Record<string, LiveTopic> = {
  rules: 'rules',
  watchlists: 'rules',
  'outside-rules': 'outside',
  'news-sources': 'feeds',
  'calendar-sources': 'feeds',
};

/** Tells everybody who looks at the workspace of a change that has been made, so that no screen shows what was. */
export function tellChanges({
  announce,
}: {
  announce?: NotificationDeps['announce'];
}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    if (!c.res.ok) return;
    const endpoint = endpointOf(c.req.method, c.req.path);
    // What is asked by POST and changes nothing needs to be allowed to read.
    if (!endpoint?.needs.endsWith(':write')) return;
    const topic = TOPICS[endpoint.path.split('/')[1] ?? ''];
    if (topic) announce?.(c.get('membership').workspaceId, topic);
  };
}
