import { type Context, Hono } from 'hono';
import { CallRefused } from '#src/engine/channels/callback.ts';
import type { Callbacks } from '#src/engine/connections/callbacks.ts';
import { loggable } from '#src/platform/log/loggable.ts';
import { AppError } from '#src/shared/errors.ts';
import { knownError } from '../failure.ts';
import { problemAnswer } from '../problem.ts';
import { readAtMost } from './read-at-most.ts';

type Env = { Variables: { requestId: string } };

const BODY_MAX = 1024 * 1024;
const STRANGERS_PER_MINUTE = 60;
const CALLS_PER_MINUTE = 3_000;

/** The path for logs, without the token. */
export const loggedChannelHookPath = (path: string): string =>
  path.replace(/^\/hooks\/channels\/.+/, '/hooks/channels/…');

/**
 * /hooks/channels/{token}: what providers report of messages they took, for every channel alike. The token is signed and
 * names a connection; the channel verifies the call. Providers that ask for a proof first get it by GET.
 */
export function createChannelHooks(deps: {
  callbacks: Callbacks;
  /** The connection that a token names; null for one that isn't ours. */
  opened: (token: string) => { workspaceId: string; connectionId: string } | null;
  clock: () => Date;
  count: (limit: {
    scope: string;
    key: string;
    max: number;
    seconds: number;
  }) => Promise<{ within: boolean; seconds: number }>;
  clientNetwork: (c: Context) => string | null;
  log: { error: (context: object, message: string) => void };
}): Hono<Env> {
  const hooks = new Hono<Env>();
  const admit = async (scope: string, key: string, max: number): Promise<void> => {
    const { within, seconds } = await deps.count({ scope, key, max, seconds: 60 });
    if (!within)
      throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: seconds } });
  };
  const stranger = async (c: Context, error: AppError): Promise<never> => {
    await admit('channel-hook-strangers', deps.clientNetwork(c) ?? '', STRANGERS_PER_MINUTE);
    throw error;
  };
  hooks.onError((error, c) => {
    const known = error instanceof AppError;
    if (!known)
      deps.log.error(
        { err: loggable(error), request: c.get('requestId') },
        'a call of a channel’s provider was not taken',
      );
    const wait = known ? error.details?.['retry_after'] : 1;
    if (wait !== undefined) c.header('Retry-After', String(wait));
    // Not taken: its sender shall come again.
    const { code } = knownError(error);
    const answered = code === 'unexpected_failure' ? new AppError('unavailable') : error;
    return problemAnswer(c, answered, c.get('requestId') ?? '');
  });
  hooks.on(['GET', 'POST'], '/:token', async (c) => {
    const of = deps.opened(c.req.param('token'));
    if (!of) return stranger(c, new AppError('not_found'));
    await admit('channel-hook', of.connectionId, CALLS_PER_MINUTE);
    const body = await readAtMost(c.req.raw.body, BODY_MAX);
    if (body === null) throw new AppError('request_entity_too_large');
    const call = {
      method: c.req.method === 'GET' ? ('GET' as const) : ('POST' as const),
      header: (name: string) => c.req.header(name) ?? null,
      query: new URL(c.req.url).searchParams,
      body: Buffer.from(body),
      now: deps.clock(),
    };
    try {
      const taken = await deps.callbacks.take(of, call);
      if (taken === null) return await stranger(c, new AppError('not_found'));
      const { answer } = taken;
      if (!answer) return c.json({ received: true }, 200, { 'Cache-Control': 'no-store' });
      return new Response(answer.body, {
        status: answer.status,
        headers: {
          'Content-Type': answer.type,
          'Cache-Control': 'no-store',
          // What a provider has us repeat is never a page.
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      });
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      return stranger(c, new AppError('provider_call_refused'));
    }
  });
  hooks.all('*', () => {
    throw new AppError('not_found');
  });
  return hooks;
}
