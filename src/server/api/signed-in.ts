import type { Context, MiddlewareHandler } from 'hono';
import type { Database } from '#src/db/database.ts';
import { type Membership, membershipsOf } from '#src/db/queries/membership.ts';
import { AppError } from '#src/shared/errors.ts';

/** Who asks, as the account service knows him. */
export type SignedInUser = {
  id: string;
  email: string;
  emailConfirmedAt: Date | null;
  userMetadata: Record<string, unknown>;
};

/** Checks an access token and its session. @throws AppError */
export type CheckSession = (accessToken: string) => Promise<{ user: SignedInUser; session: { id: string } }>;

export type ApiEnv = {
  Variables: { requestId: string; user: SignedInUser; sessionId: string; membership: Membership };
};

/** Lets a request in whose bearer token belongs to a living session, with the first workspace of its user. */
export function requireSignedIn(deps: {
  app: Database;
  checkSession: CheckSession;
}): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { user, session } = await deps.checkSession(bearerToken(c));
    const [membership] = await membershipsOf(deps.app, user.id);
    if (!membership) throw new AppError('no_workspace');
    c.set('user', user);
    c.set('sessionId', session.id);
    c.set('membership', membership);
    await next();
  };
}

function bearerToken(c: Context): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AppError('no_authorization');
  return token;
}
