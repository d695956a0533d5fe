import type { MiddlewareHandler } from 'hono';
import type { LiveTopic } from '#src/shared/alerts.ts';
import type { ApiEnv } from './actor.ts';
import type { NotificationDeps } from './notifications.ts';
import { endpointOf } from './permitted.ts';

/** What a change below an address is told as, where its own part of the product does not tell it. */
const TOPICS: Record<string, readonly LiveTopic[]> = {
  // A file brings in those on what comes from outside as well.
  rules: ['rules', 'outside'],
  watchlists: ['rules'],
  'outside-rules': ['outside'],
  // A symbol of one's own is one that rules can be set on.
  bars: ['feeds', 'rules'],
  'own-symbols': ['feeds', 'rules'],
  // Rules say which sources they listen to, and which of them were removed.
  'news-sources': ['feeds', 'outside'],
  'calendar-sources': ['feeds', 'outside'],
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
    for (const topic of TOPICS[endpoint.path.split('/')[1] ?? ''] ?? [])
      announce?.(c.get('membership').workspaceId, topic);
  };
}
