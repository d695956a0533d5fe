import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from './backoff.ts';
import type { Timing } from './exchange.ts';
import { LEAVE_ALONE, RestError } from './rest.ts';
import { takeTurns } from './turns.ts';

/** Where the exchange wants to be left alone, it is given so many times as long before one gives up. */
export const PATIENCE = 10;

/** Asks when it is time to. @throws RestError what the question throws, or where one would have to wait for too long */
export type Ask = <T>(question: () => Promise<T>) => Promise<T>;

/**
 * Asks an exchange over REST, so many questions at once at most, and none while it wants to be left alone: whatever the
 * symbol and the connection it comes over, as it counts the questions of an address.
 */
export function patientQuestions(options: {
  atOnce: number;
  timing: Pick<Timing, 'backoffMs' | 'backoffMostMs' | 'giveUpMs'>;
  now: () => number;
  random: () => number;
  stopped: AbortSignal;
}): Ask {
  const { timing, now, random, stopped } = options;
  const turns = takeTurns(options.atOnce);
  /** No question before this (ms, UTC). */
  let notBefore = 0;
  /** So often it has said in a row that these are too many. */
  let tooMany = 0;

  function leaveAlone({ retryAfterMs, status }: RestError): void {
    turns.beCareful();
    let waitMs = retryAfterMs ?? 0;
    if (retryAfterMs === null && LEAVE_ALONE.has(status)) {
      // Others that were under way then are told the same.
      if (notBefore > now()) return;
      waitMs = backoffMs(tooMany, { first: timing.backoffMs, most: timing.backoffMostMs, random });
      tooMany += 1;
    }
    notBefore = Math.max(notBefore, now() + waitMs);
  }

  return async (question) => {
    await turns.take();
    try {
      if (notBefore - now() > PATIENCE * timing.giveUpMs)
        throw new RestError('the exchange wants to be left alone', null, null);
      while (notBefore > now() && !stopped.aborted)
        await sleep(notBefore - now(), undefined, { signal: stopped }).catch(() => undefined);
      const answer = await question();
      tooMany = 0;
      turns.wentWell();
      return answer;
    } catch (error) {
      if (error instanceof RestError) leaveAlone(error);
      throw error;
    } finally {
      turns.giveBack();
    }
  };
}
