import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Billing } from '#src/billing/billing.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { AppError } from '#src/shared/errors.ts';
import { problemAnswer } from '../problem.ts';

type Env = { Variables: { requestId: string } };

const BODY_MAX = 256 * 1024;

/**
 * POST /hooks/payment/{provider}: signed news of a payment provider. What is taken is answered 200, also when it was
 * here before or is not news any more, so that nobody sends it again; what could not be stored is answered 500, so
 * that it is.
 */
export function createPaymentHooks(deps: {
  billing: Pick<Billing, 'receive'>;
  log: {
    warn: (context: object, message: string) => void;
    error: (context: object, message: string) => void;
  };
}): Hono<Env> {
  const hooks = new Hono<Env>();
  hooks.onError((error, c) => {
    const context = { request: c.get('requestId'), path: c.req.path };
    if (error instanceof AppError)
      deps.log.warn({ ...context, code: error.code }, 'a payment event was refused');
    else deps.log.error({ ...context, err: loggable(error) }, 'a payment event could not be taken');
    return problemAnswer(c, error, c.get('requestId') ?? '');
  });
  hooks.post(
    '/:provider',
    bodyLimit({
      maxSize: BODY_MAX,
      onError: (c) => problemAnswer(c, new AppError('request_entity_too_large'), c.get('requestId') ?? ''),
    }),
    async (c) => {
      const body = await c.req.text();
      const outcome = await deps.billing.receive(c.req.param('provider'), {
        header: (name) => c.req.header(name),
        body,
      });
      if (outcome === null) throw new AppError('not_found');
      return c.json({ received: true, outcome }, 200, { 'Cache-Control': 'no-store' });
    },
  );
  hooks.all('*', () => {
    throw new AppError('not_found');
  });
  return hooks;
}
