import type { Context, Hono } from 'hono';
import type { ApiEnv } from './actor.ts';
import type { LiveHub, StreamOwner } from './live-hub.ts';
import { type AccessDeps, actorOf, membershipIn } from './signed-in.ts';
import { hintStream, STREAM_HEADERS } from './stream.ts';

/** GET /stream: stays open as long as whoever asks may be in this workspace. */
export function addStreamRoute(
  api: Hono<ApiEnv>,
  deps: AccessDeps & { hub: LiveHub; stop: AbortSignal },
): void {
  api.get('/stream', (c) => {
    // Its body would be dropped unread, and nobody would ever leave what had been opened for it.
    if (c.req.method === 'HEAD') return c.body(null, 200, STREAM_HEADERS);
    const { workspaceId } = c.get('membership');
    const visitor = c.get('actor').kind === 'demo' ? deps.demo : undefined;
    const onEnd = visitor?.demo.openStream(visitor.clientAddress(c));
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
  return actor.kind === 'key' ? { key: actor.key.id } : { session: actor.sessionId, user: actor.user.id };
}
