import type { Context } from 'hono';
import type { Client } from '#src/accounts/deps.ts';
import type { SignedIn } from '#src/accounts/sessions.ts';
import { AppError } from '#src/shared/errors.ts';
import type { AuthRoutesDeps } from './deps.ts';

/** Where the request comes from, as a new session remembers it. */
export const clientOf = (c: Context, deps: AuthRoutesDeps): Client => ({
  userAgent: c.req.header('user-agent') ?? null,
  ip: deps.clientAddress(c),
});

/** @throws AppError no_authorization */
export function bearerToken(c: Context): string {
  const token = /^bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) throw new AppError('no_authorization');
  return token;
}

/**
 * Reads a signed-in person's request body, and checks the session again once it has arrived, which can take minutes.
 * @throws AppError as `signedIn` and `read`
 */
export async function signedInWith<T>(
  c: Context,
  deps: AuthRoutesDeps,
  read: () => Promise<T>,
): Promise<{ who: SignedIn; body: T }> {
  await signedIn(c, deps);
  const body = await read();
  return { who: await signedIn(c, deps), body };
}

/** Whose token the request carries. @throws AppError no_authorization, and those of `authenticate` */
export async function signedIn(c: Context, deps: AuthRoutesDeps): Promise<SignedIn> {
  return deps.accounts.authenticate(bearerToken(c));
}
