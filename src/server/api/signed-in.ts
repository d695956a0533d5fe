import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { type Membership, membershipsOf } from '#src/db/queries/membership.ts';
import { AppError } from '#src/shared/errors.ts';
import type { LiveKey } from '#src/workspaces/api-keys/api-keys.ts';
import type { ApiActor, ApiEnv, SignedInUser } from './actor.ts';
import { type DemoDeps, VISITED, visitorOf } from './demo.ts';
import { endpointOf } from './permitted.ts';

/** Checks an access token and its session. @throws AppError */
export type CheckSession = (accessToken: string) => Promise<{ user: SignedInUser; session: { id: string } }>;
/** Checks an API key; the request says where it is used from. @throws AppError invalid_api_key and the like */
export type CheckKey = (key: string, request: Context) => Promise<LiveKey>;

/** What tokens of programs begin with; no token of a session does. */
const KEY_MARK = 'bw_';

export type AccessDeps = {
  app: Database;
  checkSession: CheckSession;
  /** Whoever knows no keys leaves it out. */
  checkKey?: CheckKey;
  /** Whoever shows no demo leaves it out. */
  demo?: DemoDeps;
};

/** Which of a person's workspaces a request is about; without it the one he has belonged to longest. */
export const WORKSPACE_HEADER = 'X-Workspace-Id';

/**
 * Lets a request in whose bearer token belongs to a living session or is a good key, with the workspace it works in.
 * What the contract says concerns no workspace (`anywhere`) is let in without one.
 */
export function requireSignedIn(deps: AccessDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const actor = await actorOf(deps, c);
    c.set('actor', actor);
    if (!endpointOf(c.req.method, c.req.path)?.anywhere)
      c.set('membership', await membershipIn(deps.app, actor, c.req.header(WORKSPACE_HEADER) ?? null));
    await next();
  };
}

/** @throws AppError whatever the check of the session or the key throws */
export async function actorOf(deps: AccessDeps, c: Context): Promise<ApiActor> {
  const token = bearerToken(c);
  if (token.startsWith(KEY_MARK)) {
    if (!deps.checkKey) throw new AppError('invalid_api_key');
    return { kind: 'key', key: await deps.checkKey(token, c) };
  }
  const visitor = visitorOf(deps, token);
  if (visitor) return visitor;
  const { user, session } = await deps.checkSession(token);
  return { kind: 'session', user, sessionId: session.id };
}

/**
 * The membership in the workspace that was named, else in the first one. What is not one's own is refused like what
 * does not exist. @throws AppError workspace_not_found, no_workspace
 */
export async function membershipIn(
  app: Database,
  actor: ApiActor,
  named: string | null,
): Promise<Membership> {
  // A visitor of the demo is where he is, whatever he names: what he is answered is kept for other visitors.
  if (actor.kind === 'demo') return VISITED;
  const mine: Membership[] =
    actor.kind === 'key'
      ? [{ workspaceId: actor.key.workspaceId, role: 'viewer' }]
      : await membershipsOf(app, actor.user.id);
  const wanted = named?.toLowerCase();
  const membership = wanted === undefined ? mine[0] : mine.find(({ workspaceId }) => workspaceId === wanted);
  if (membership) return membership;
  throw new AppError(wanted === undefined ? 'no_workspace' : 'workspace_not_found');
}

/** In the header and nowhere else: what stands in an address ends up in logs. */
export function bearerToken(c: Context): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AppError('no_authorization');
  return token;
}
