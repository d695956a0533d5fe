import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { AppError } from '#src/shared/errors.ts';
import { addAbout } from './about.ts';
import type { AddRoutes, AuthRoutesDeps } from './deps.ts';
import { authErrorAnswer } from './errors.ts';
import { knownError } from '../failure.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { addAdmin } from './admin.ts';
import { addFactors } from './factors.ts';
import { addInvited } from './invited.ts';
import { addMailRequests } from './mail-requests.ts';
import { addSignUp } from './sign-up.ts';
import { addSwitchedOff } from './switched-off.ts';
import { addToken } from './token.ts';
import { addUser } from './user.ts';
import { addVerify } from './verify.ts';

export type { AuthRoutesDeps } from './deps.ts';

const BODY_LIMIT = 1024 * 1024;

/** What is switched off comes last: a feature that arrives is put before it and takes its addresses over. */
const GROUPS: readonly AddRoutes[] = [
  addSignUp,
  addInvited,
  addToken,
  addVerify,
  addMailRequests,
  addUser,
  addFactors,
  addAdmin,
  addAbout,
  addSwitchedOff,
];

/** /auth/v1 as the published client speaks it. What is switched off says so with the contract's code. */
export function createAuthRoutes(deps: AuthRoutesDeps): Hono {
  const auth = new Hono();
  auth.onError((error, c) => {
    if (error instanceof AppError) return authErrorAnswer(c, error);
    deps.log.error({ err: loggable(error), path: c.req.path }, 'an auth request failed');
    return authErrorAnswer(c, knownError(error));
  });
  auth.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      exposeHeaders: ['X-Supabase-Api-Version', 'X-Total-Count', 'Link'],
      maxAge: 86_400,
    }),
  );
  auth.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  });
  auth.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => {
        // The rest of the body is not read: the next request needs a connection of its own.
        c.header('Connection', 'close');
        return authErrorAnswer(c, new AppError('request_entity_too_large'));
      },
    }),
  );
  for (const add of GROUPS) add(auth, deps);
  auth.all('*', (c) => c.text('404 page not found', 404));
  return auth;
}
