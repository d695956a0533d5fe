import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { type Membership, membershipsOf } from '#src/db/queries/membership.ts';
import { AppError } from '#src/shared/errors.ts';
import type { LiveKey } from '#src/workspaces/api-keys/api-keys.ts';
import type { ApiActor, ApiEnv, SignedInUser } from './actor.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type DemoAccess, VISITED, visitorOf } from './demo/demo.ts';

/** Checks an access token and its session. @throws AppError */
export type CheckSession = (accessToken: string) => Promise<{ user: SignedInUser; session: { id: string } }>;
/** Checks an API key; the request says where it is used from. @throws AppError invalid_api_key and the like */
type CheckKey = (key: string, request: Context) => Promise<LiveKey>;

/** What tokens of programs begin with; no token of a session does. */
const KEY_MARK = 'bw_';

export type AccessDeps = DemoAccess & {
  app: Database;
  checkSession: CheckSession;
  checkKey: CheckKey;
};

/** Which of a person's workspaces a request is about; without it, the one of the oldest membership. */
export const WORKSPACE_HEADER = 'X-Workspace-Id';

/**
 * Accepts requests with the bearer token of a live session or a valid key, and finds the workspace they work in.
 * Endpoints that concern no workspace (`anywhere`) do without one.
 */
export function requireSignedIn(
  deps: AccessDeps,
  endpoint?: Pick<Endpoint, 'anywhere'>,
): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await identify(deps, c, endpoint);
    await next();
  };
}

/** Sets who sends the request and which workspace it works in. @throws AppError as `actorOf` and `membershipIn` */
export async function identify(
  deps: AccessDeps,
  c: Context<ApiEnv>,
  endpoint?: Pick<Endpoint, 'anywhere'>,
): Promise<void> {
  const actor = await actorOf(deps, c);
  c.set('actor', actor);
  if (!endpoint?.anywhere)
    c.set('membership', await membershipIn(deps.app, actor, c.req.header(WORKSPACE_HEADER) ?? null));
}

/** @throws AppError from the check of the session or the key */
export async function actorOf(deps: AccessDeps, c: Context): Promise<ApiActor> {
  const token = bearerToken(c);
  if (token.startsWith(KEY_MARK)) return { kind: 'key', key: await deps.checkKey(token, c) };
  const visitor = visitorOf(deps, token);
  if (visitor) return visitor;
  const { user, session } = await deps.checkSession(token);
  return { kind: 'session', user, sessionId: session.id };
}

/**
 * The membership in the named workspace, else in the first one. Another's workspace is rejected like one that doesn't
 * exist. @throws AppError workspace_not_found, no_workspace
 */
export async function membershipIn(
  app: Database,
  actor: ApiActor,
  named: string | null,
): Promise<Membership> {
  // Demo visitors share cached answers, so the workspace they name is ignored.
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

/** Only from the header: URLs end up in logs. */
export function bearerToken(c: Context): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AppError('no_authorization');
  return token;
}
