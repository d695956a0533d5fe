import type { Context, MiddlewareHandler } from 'hono';
import { PERSON_REQUESTS_PER_MINUTE } from '#src/shared/entitlements.ts';
import { AppError } from '#src/shared/errors.ts';
import type { ApiEnv } from './actor.ts';

/** Counts a request against the limit of `who`: `max` in each window (src/platform/limits/leased.ts). */
type CountRequest = (
  who: string,
  max: number,
) => Promise<{ within: boolean; limit: number; remaining: number; seconds: number; windowSeconds: number }>;

export type RateDeps = { countRequest: CountRequest };

/**
 * Limits requests a minute: per key, by the plan of its workspace, and per person over all of their sessions. Each
 * answer has the headers of draft-ietf-httpapi-ratelimit-headers. Demo visitors have limits of their own.
 */
export function limitRate(deps: RateDeps): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const asks = whoOf(c);
    if (!asks) return next();
    const { within, limit, remaining, seconds, windowSeconds } = await deps.countRequest(asks.who, asks.max);
    const policy = `"${asks.policy}"`;
    c.header('RateLimit-Policy', `${policy};q=${limit};w=${windowSeconds}`);
    c.header('RateLimit', `${policy};r=${remaining};t=${seconds}`);
    if (!within) {
      c.header('Retry-After', String(seconds));
      throw new AppError('over_request_rate_limit', undefined, { details: { retry_after: seconds } });
    }
    await next();
  };
}

function whoOf(c: Context<ApiEnv>): { who: string; max: number; policy: string } | null {
  const actor = c.get('actor');
  switch (actor.kind) {
    case 'demo':
      return null;
    case 'key':
      return { who: `key ${actor.key.id}`, max: actor.key.requestsPerMinute, policy: 'key' };
    case 'session':
      return { who: `person ${actor.user.id}`, max: PERSON_REQUESTS_PER_MINUTE, policy: 'session' };
  }
}
