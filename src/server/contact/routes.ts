import { type Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { ContactDeps } from '#src/support/contact/deps.ts';
import { receiveMessage } from '#src/support/contact/receive.ts';
import type { NewMessage } from '#src/support/contact/new-message.ts';
import type { Database } from '#src/db/database.ts';
import { membershipsOf } from '#src/db/queries/membership.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { contactFormSchema } from '#src/shared/contact.ts';
import { AppError } from '#src/shared/errors.ts';
import { limitBody } from '../api/body-limit.ts';
import { readPayload } from '../functions/body.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { problemAnswer } from '../problem.ts';

type ContactRoutesDeps = {
  app: Database;
  contact: ContactDeps;
  /** Lets the token of a living, fully signed-in session through. @throws AppError */
  checkSession: (accessToken: string) => Promise<{ user: { id: string } }>;
  /** The address of the peer, or of the client behind a trusted proxy; null where it cannot be known. */
  clientAddress: (c: Context) => string | null;
  log: { error: (context: object, message: string) => void };
};

type Env = { Variables: { requestId: string } };

const messageSchema = z.extend(contactFormSchema, {
  kind: z._default(z.enum(['contact', 'sales'], 'A message is for contact or for sales'), 'contact'),
});

/** POST /api/v1/contact: anyone may write to the team. Answers 201 once the message is stored; under an Idempotency-Key, once. */
export function createContactRoutes(deps: ContactRoutesDeps): Hono<Env> {
  const routes = new Hono<Env>();
  routes.onError((error, c) => {
    if (!(error instanceof AppError)) {
      deps.log.error({ err: loggable(error), request: c.get('requestId') }, 'a message was not taken');
    }
    const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
    if (typeof wait === 'number') c.header('Retry-After', String(wait));
    return problemAnswer(c, error, c.get('requestId'));
  });
  routes.use(limitBody());
  routes.post('/', async (c) => {
    const message = await readPayload(c, messageSchema);
    const writer = await writerOf(c, deps);
    const request = readIdempotencyKey(c, (shape) => new AppError('validation_failed', `${shape}.`));
    await receiveMessage(deps.contact, { ...message, writer, request }, deps.clientAddress(c));
    return c.json({ status: 'received' }, 201, { 'Cache-Control': 'no-store' });
  });
  routes.all('/', (c) => {
    c.header('Allow', 'POST');
    throw new AppError('not_found', 'Send a message by POST.');
  });
  return routes;
}

/** An expired token counts as none: it must not keep its owner from writing to us. */
async function writerOf(c: Context, deps: ContactRoutesDeps): Promise<NewMessage['writer']> {
  const token = /^bearer +(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (!token) return null;
  try {
    const { user } = await deps.checkSession(token);
    const [membership] = await membershipsOf(deps.app, user.id);
    return { userId: user.id, workspaceId: membership?.workspaceId ?? null };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
