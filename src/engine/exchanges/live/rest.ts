import type { Get } from './exchange.ts';

const TIMEOUT_MS = 10_000;
const MOST_CHARACTERS = 8_000_000;

/** A request to an exchange failed. `status` is null without an answer; `retryAfterMs` is what the exchange asked for. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  constructor(
    message: string,
    status: number | null,
    retryAfterMs: number | null,
    options?: { cause: unknown },
  ) {
    super(message, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Reads a Retry-After header, seconds or a date. @returns ms, or null if there is none */
export const retryAfter = (header: string | null, now: number): number | null => {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
};

/** Too many requests, and Binance's ban of those who continue. */
export const LEAVE_ALONE: ReadonlySet<number | null> = new Set([429, 418]);

/**
 * Makes the REST client of an exchange. After a 429 or 418 with Retry-After, all requests of this process fail until
 * then: a request during a ban prolongs it.
 */
export const restOf = (
  base: string,
  now: () => number,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Get => {
  let notBefore = 0;
  return async (path) => {
    const away = notBefore - now();
    if (away > 0) throw new RestError('the exchange wants to be left alone', 429, away);
    try {
      const response = await fetch(base + path, {
        headers: { accept: 'application/json', ...headers },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const body = await response.text();
      if (!response.ok) {
        const { status } = response;
        const retryAfterMs = retryAfter(response.headers.get('retry-after'), now());
        if (LEAVE_ALONE.has(status)) notBefore = Math.max(notBefore, now() + (retryAfterMs ?? 0));
        throw new RestError(`the exchange answered ${status}`, status, retryAfterMs);
      }
      if (body.length > MOST_CHARACTERS) throw new RestError('the answer is too long', response.status, null);
      return body;
    } catch (error) {
      if (error instanceof RestError) throw error;
      const timeout = error instanceof Error && error.name === 'TimeoutError';
      throw new RestError(
        timeout ? 'the exchange did not answer in time' : 'the exchange cannot be reached',
        null,
        null,
        {
          cause: error,
        },
      );
    }
  };
};
