import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Leads } from '#src/support/leads/leads.ts';
import type { Sender } from '#src/support/leads/test-mail.ts';
import { testMailSchema } from '#src/support/leads/test-mail.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { AppError } from '#src/shared/errors.ts';
import { leadFormSchema } from '#src/shared/leads.ts';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { knownError } from '../failure.ts';
import { readPayload } from './body.ts';
import { functionErrorAnswer } from './errors.ts';

type FunctionRoutesDeps = {
  leads: Leads;
  /** As in /rest/v1: lets the token of a living, fully signed-in session through. @throws AppError */
  checkSession: (accessToken: string) => Promise<{ user: Sender }>;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
  log: { error: (context: object, message: string) => void };
};

type Call = { sender: Sender | null; clientAddress: string | null };
type Run = (c: Context, deps: FunctionRoutesDeps, call: Call) => Promise<object>;

const BODY_LIMIT = 64 * 1024;

const FUNCTIONS = new Map<string, Run>([
  [
    'notify-new-lead',
    async (c, { leads }, { clientAddress }) => {
      const outcome = await leads.notify(await readPayload(c, leadFormSchema), clientAddress);
      return { success: true, ...outcome };
    },
  ],
  [
    'send-smtp-email',
    async (c, { leads }, call) => {
      const sent = await leads.sendTestMail(await readPayload(c, testMailSchema), call);
      return { success: true, message: 'Email sent', ...sent };
    },
  ],
]);

/** /functions/v1 as the published client calls it. */
export function createFunctionRoutes(deps: FunctionRoutesDeps): Hono {
  const functions = new Hono();
  functions.onError((error, c) => {
    if (error instanceof AppError) return functionErrorAnswer(c, error);
    deps.log.error({ err: loggable(error), path: c.req.path }, 'a function failed');
    return functionErrorAnswer(c, knownError(error));
  });
  functions.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      exposeHeaders: ['x-relay-error', 'Retry-After'],
      maxAge: 86_400,
    }),
  );
  functions.use(async (c, next) => {
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
  });
  functions.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => {
        // The rest of the body is not read: the next request needs a connection of its own.
        c.header('Connection', 'close');
        return functionErrorAnswer(c, new AppError('request_entity_too_large'));
      },
    }),
  );
  functions.all('/:name', async (c) => {
    const run = FUNCTIONS.get(c.req.param('name'));
    if (!run) throw new AppError('not_found', 'Requested function was not found');
    if (c.req.method !== 'POST') {
      return c.json({ error: 'Call this function by POST', message: 'Call this function by POST' }, 405, {
        Allow: 'POST, OPTIONS',
      });
    }
    const sender = await senderOf(c, deps);
    return c.json(await run(c, deps, { sender, clientAddress: deps.clientAddress(c) }));
  });
  functions.all('*', () => {
    throw new AppError('not_found', 'Requested function was not found');
  });
  return functions;
}

/** Null without a bearer token or with the public key. @throws AppError for an invalid token */
async function senderOf(c: Context, deps: FunctionRoutesDeps): Promise<Sender | null> {
  const token = /^bearer +(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token || token === PUBLIC_KEY) return null;
  return (await deps.checkSession(token)).user;
}
