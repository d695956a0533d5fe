import type { Context } from 'hono';
import type { ApiEnv } from '../actor.ts';
import type { LiveHub, StreamOwner } from './live-hub.ts';
import { type AccessDeps, actorOf, membershipIn } from '../signed-in.ts';
import { hintStream, STREAM_HEADERS } from './stream.ts';
import type { Route } from '../route.ts';
import { STREAM } from './contract.ts';

/** GET /stream: stays open as long as its reader has access to the workspace. */
export function addStreamRoute(route: Route, deps: AccessDeps & { hub: LiveHub; stop: AbortSignal }): void {
  route(STREAM.open, (c) => {
    // The body of a HEAD is dropped unread, so a stream opened for it would never be closed.
    if (c.req.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS);
    const { workspaceId } = c.get('membership');
    const onEnd = c.get('actor').kind === 'demo' ? deps.demo?.openStream(deps.clientAddress(c)) : undefined;
    return hintStream({
      ...(onEnd ? { onEnd } : {}),
      hub: deps.hub,
      workspaceId,
      owner: ownerOf(c),
      stop: deps.stop,
      stillThere: async () => membershipIn(deps.app, await actorOf(deps, c), workspaceId),
    });
  });
}

function ownerOf(c: Context<ApiEnv>): StreamOwner {
  const actor = c.get('actor');
  if (actor.kind === 'demo') return null;
  return actor.kind === 'key'
    ? { key: actor.key.id, maker: actor.key.createdBy }
    : { session: actor.sessionId, user: actor.user.id };
}
