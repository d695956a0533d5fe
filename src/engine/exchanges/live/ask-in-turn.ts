import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { LEAVE_ALONE, RestError } from './rest.ts';

/** Beyond this many waiting requests, a new one fails at once instead of queueing. */
const MOST_WAITING = 60;

/** Wait after a "too many requests" answer that has no Retry-After, in ms. */
const BACK_OFF_MS = 30_000;

/**
 * Rate limit for requests that users cause: starts them at least `everyMs` apart, because an exchange counts requests
 * per address and bans those who exceed its limit. After a "too many requests" answer, requests fail until it is over.
 * @throws RestError 429 when the wait would be too long, and whatever the request itself throws
 */
export const askInTurn = (everyMs: number): (<T>(ask: () => Promise<T>) => Promise<T>) => {
  const turns = pLimit(1);
  let notBefore = 0;

  async function waitForTurn(): Promise<void> {
    const away = notBefore - performance.now();
    if (away > everyMs) throw new RestError('the exchange wants to be left alone', 429, away);
    await sleep(Math.max(0, away));
    notBefore = Math.max(notBefore, performance.now() + everyMs);
  }

  return async (ask) => {
    if (turns.activeCount + turns.pendingCount >= MOST_WAITING)
      throw new RestError('too many symbols are asked for at once', 429, null);
    await turns(waitForTurn);
    try {
      return await ask();
    } catch (error) {
      if (error instanceof RestError) {
        const away = error.retryAfterMs ?? (LEAVE_ALONE.has(error.status) ? BACK_OFF_MS : 0);
        notBefore = Math.max(notBefore, performance.now() + away);
      }
      throw error;
    }
  };
};
