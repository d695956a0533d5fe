import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { type Membership, membershipsOf } from '#src/db/queries/membership.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiActor, ApiEnv, LiveKey, SignedInUser } from './actor.ts';
import { type DemoDeps, visitorOf } from './demo.ts';

export type { ApiEnv, SignedInUser } from './actor.ts';

/** Checks an access token and its session. @throws AppError */
export type CheckSession = (accessToken: string) => Promise<{ user: SignedInUser; session: { id: string } }>;
/** Checks an API key. @throws AppError invalid_api_key and the like */
export type CheckKey = (key: string) => Promise<LiveKey>;

/** What tokens of programs begin with; no token of a session does. */
const KEY_MARK = 'bw_';

type Deps = {
  app: Database;
  checkSession: CheckSession;
  /** Whoever knows no keys leaves it out. */
  checkKey?: CheckKey;
  /** Whoever shows no demo leaves it out. */
  demo?: DemoDeps;
};

/** Lets a request in whose bearer token belongs to a living session or is a good key, with the workspace it works in. */
export function requireSignedIn(deps: Deps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { actor, membership } = await whoAsks(deps, bearerToken(c));
    c.set('actor', actor);
    c.set('membership', membership);
    await next();
  };
}

/** @throws AppError whatever the check of the session or the key throws, and no_workspace */
export async function whoAsks(
  deps: Deps,
  token: string,
): Promise<{ actor: ApiActor; membership: Membership }> {
  if (token.startsWith(KEY_MARK)) {
    if (!deps.checkKey) throw new AppError('invalid_api_key');
    const key = await deps.checkKey(token);
    return { actor: { kind: 'key', key }, membership: { workspaceId: key.workspaceId, role: 'viewer' } };
  }
  const visitor = visitorOf(deps, token);
  if (visitor) return visitor;
  const { user, session } = await deps.checkSession(token);
  const [membership] = await membershipsOf(deps.app, user.id);
  if (!membership) throw new AppError('no_workspace');
  return { actor: { kind: 'session', user, sessionId: session.id }, membership };
}

/** In the header and nowhere else: what stands in an address ends up in logs. */
export function bearerToken(c: Context): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AppError('no_authorization');
  return token;
}
