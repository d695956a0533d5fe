import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, claimDue, type Claimed } from '../claim-due.ts';
import { keepTaking } from './keep-taking.ts';
import { type CalendarDeps, pollSource, TO_READ } from './poll.ts';
import { takeTurn, TO_TURN } from './turn.ts';

const LOOK_EVERY_MS = 1_000;
/** Turns hold a connection to the database while they last; readings mostly wait for their publishers. */
const TURNS_AT_ONCE = 4;
const READINGS_AT_ONCE = 8;

type Work = {
  claim: Claim;
  take: (claimed: Claimed) => Promise<void>;
  atOnce: number;
  failed: string;
};

/**
 * Asks the calendars that are due and lets rules trigger when their time has come, a few at once, until the signal aborts.
 * Any number of processes may.
 */
export async function runCalendar(
  deps: CalendarDeps & { log: { error: (context: object, message: string) => void } },
  signal: AbortSignal,
): Promise<void> {
  const note = (context: object, message: string): void => {
    if (!signal.aborted) deps.log.error(context, message);
  };
  const keep = ({ claim, take, atOnce, failed }: Work): Promise<void> =>
    keepTaking(
      {
        claim: (most) =>
          claimDue(deps, claim, most).catch((err: unknown) => {
            note({ err }, 'looking for calendars failed');
            return [];
          }),
        take: (claimed) => take(claimed).catch((err: unknown) => note({ err, source: claimed.id }, failed)),
        atOnce,
        pause: () => sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined),
      },
      signal,
    );
  await Promise.all([
    keep({
      claim: TO_TURN,
      take: (claimed) => takeTurn(deps, claimed),
      atOnce: TURNS_AT_ONCE,
      failed: 'a turn of a calendar failed',
    }),
    keep({
      claim: TO_READ,
      take: (claimed) => pollSource(deps, claimed, signal),
      atOnce: READINGS_AT_ONCE,
      failed: 'a calendar was not read',
    }),
  ]);
}
