import type { MiddlewareHandler } from 'hono';
import type { LiveTopic } from '#src/shared/alerts.ts';
import type { ApiEnv } from './actor.ts';

/** Hints to the streams of all processes that something of a workspace has changed. */
export type Announce = (workspaceId: string, topic: LiveTopic) => void;

/** After a change, tells everyone who has the workspace open to refetch the topics of the endpoint. */
export function tellChanges(announce: Announce, topics: readonly LiveTopic[]): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    if (!c.res.ok) return;
    for (const topic of topics) announce(c.get('membership').workspaceId, topic);
  };
}
