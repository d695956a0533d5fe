import { setTimeout as sleep } from 'node:timers/promises';
import { adaptiveLimit } from './adaptive-limit.ts';
import { backoffMs } from './backoff.ts';
import type { Timing } from './exchange.ts';
import { LEAVE_ALONE, RestError } from './rest.ts';

/** We wait this many times `giveUpMs` for an exchange that asked us to back off, then give up. */
export const PATIENCE = 10;

/** Runs a REST request as soon as the limits allow. @throws RestError from the request, or when the wait is too long */
export type Ask = <T>(request: () => Promise<T>) => Promise<T>;

/**
 * Limits the REST requests of one exchange: at most `atOnce` at a time, none while it asked us to back off. All symbols
 * and connections share one limit, because exchanges count requests per address.
 */
export function patientQuestions(options: {
  atOnce: number;
  timing: Pick<Timing, 'backoffMs' | 'backoffMostMs' | 'giveUpMs'>;
  now: () => number;
  random: () => number;
  stopped: AbortSignal;
}): Ask {
  const { timing, now, random, stopped } = options;
  const limit = adaptiveLimit(options.atOnce);
  /** No request before this time (ms, UTC). */
  let notBefore = 0;
  /** How often in a row the exchange answered "too many requests". */
  let tooMany = 0;

  function backOff({ retryAfterMs, status }: RestError): void {
    limit.slowDown();
    let waitMs = retryAfterMs ?? 0;
    if (retryAfterMs === null && LEAVE_ALONE.has(status)) {
      // Requests that were already running get the same answer; count it once.
      if (notBefore > now()) return;
      waitMs = backoffMs(tooMany, { first: timing.backoffMs, most: timing.backoffMostMs, random });
      tooMany += 1;
    }
    notBefore = Math.max(notBefore, now() + waitMs);
  }

  async function send<T>(request: () => Promise<T>): Promise<T> {
    if (notBefore - now() > PATIENCE * timing.giveUpMs)
      throw new RestError('the exchange wants to be left alone', null, null);
    while (notBefore > now() && !stopped.aborted)
      await sleep(notBefore - now(), undefined, { signal: stopped }).catch(() => undefined);
    const answer = await request();
    tooMany = 0;
    limit.speedUp();
    return answer;
  }

  return (request) =>
    limit.run(async () => {
      try {
        return await send(request);
      } catch (error) {
        if (error instanceof RestError) backOff(error);
        throw error;
      }
    });
}
