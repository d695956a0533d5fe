import { setTimeout as sleep } from 'node:timers/promises';
import { LEAVE_ALONE, RestError } from './live/rest.ts';

/** So many may wait for their turn; whoever comes then is better told at once. */
const MOST_WAITING = 60;

/** So long an exchange is left alone that says it is asked too much, and not for how long. */
const AWAY_MS = 30_000;

/**
 * Lets questions to one exchange go out one after the other, so far apart at least, whoever they are for: an exchange
 * counts what comes from this address, and bans who asks too much. When it asks to be left alone, it is, for that long.
 * @throws RestError 429 for who would have to wait too long, and of the question itself
 */
export const askInTurn = (everyMs: number): (<T>(ask: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let notBefore = 0;

  async function takeTurn(before: Promise<unknown>): Promise<void> {
    await before;
    waiting -= 1;
    const away = notBefore - performance.now();
    if (away > everyMs) throw new RestError('the exchange wants to be left alone', 429, away);
    await sleep(Math.max(0, away));
    notBefore = Math.max(notBefore, performance.now() + everyMs);
  }

  return async (ask) => {
    if (waiting >= MOST_WAITING) throw new RestError('too many symbols are asked for at once', 429, null);
    waiting += 1;
    const turn = takeTurn(last);
    last = turn.catch(() => undefined);
    await turn;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof RestError) {
        const away = error.retryAfterMs ?? (LEAVE_ALONE.has(error.status) ? AWAY_MS : 0);
        notBefore = Math.max(notBefore, performance.now() + away);
      }
      throw error;
    }
  };
};
