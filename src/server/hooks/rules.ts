import { type Context, Hono } from 'hono';
import { admitCall, findHook, type HookDeps, takeCall } from '#src/engine/external/webhook/take-call.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { AppError } from '#src/shared/errors.ts';
import { HOOK } from '#src/shared/external/rules.ts';
import { knownError } from '../failure.ts';
import { problemAnswer } from '../problem.ts';
import { readAtMost } from './read-at-most.ts';

type Env = { Variables: { requestId: string } };

/** The path for logs, without the secret of the rule. */
export const loggedHookPath = (path: string): string =>
  path.replace(/^\/hooks\/rules\/[^/]+/, '/hooks/rules/…');

/**
 * POST /hooks/rules/{secret}: what others have found, such as an alert of TradingView. Whatever opens nothing answers
 * alike, before its body is looked at: a secret that never was, an older one, one of a deleted rule.
 */
export function createRuleHooks(
  deps: HookDeps & {
    /** The network that a caller is counted as; null where it cannot be known. */
    clientNetwork: (c: Context) => string | null;
    log: { error: (context: object, message: string) => void };
  },
): Hono<Env> {
  const hooks = new Hono<Env>();
  hooks.onError((error, c) => {
    const known = error instanceof AppError;
    if (!known)
      deps.log.error(
        { err: loggable(error), request: c.get('requestId') },
        'a call to a webhook was not taken',
      );
    const wait = known ? error.details?.['retry_after'] : 1;
    if (wait !== undefined) c.header('Retry-After', String(wait));
    // Not taken: its sender shall come again.
    const { code } = knownError(error);
    const answered = code === 'unexpected_failure' ? new AppError('unavailable') : error;
    return problemAnswer(c, answered, c.get('requestId') ?? '');
  });
  hooks.post('/:secret', async (c) => {
    const hook = await findHook(deps.app, c.req.param('secret'));
    if (!hook) {
      const key = deps.clientNetwork(c) ?? '';
      const limit = { scope: 'hook-strangers', key, max: HOOK.strangersPerMinute, seconds: 60 };
      const { within, seconds } = await deps.count(limit);
      if (!within)
        throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: seconds } });
      throw new AppError('not_found');
    }
    await admitCall(deps, hook);
    const type = (c.req.header('content-type') ?? '').slice(0, 100);
    const bytes = await readAtMost(c.req.raw.body, HOOK.bodyBytes);
    const { outcome, reason } = await takeCall(deps, hook, { type, ...textOf(bytes) });
    if (outcome === 'refused')
      throw bytes === null
        ? new AppError('request_entity_too_large', reason ?? undefined)
        : new AppError('validation_failed', reason ?? undefined);
    return c.json({ received: true, outcome, reason }, outcome === 'accepted' ? 202 : 200, {
      'Cache-Control': 'no-store',
    });
  });
  hooks.all('*', () => {
    throw new AppError('not_found');
  });
  return hooks;
}

function textOf(bytes: Uint8Array | null): { body: string } | { body: null; reason: string } {
  if (bytes === null) return { body: null, reason: `The body is larger than ${HOOK.bodyBytes / 1024} kB.` };
  try {
    const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return body.includes('\0')
      ? { body: null, reason: 'The body holds U+0000, which cannot be kept.' }
      : { body };
  } catch {
    return { body: null, reason: 'The body is not text in UTF-8.' };
  }
}
