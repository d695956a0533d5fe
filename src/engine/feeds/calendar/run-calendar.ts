import { setTimeout as sleep } from 'node:timers/promises';
import { type CalendarDeps, claimDue, type Claimed, pollSource } from './poll.ts';
import { claimTurns, takeTurn } from './turn.ts';

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 4;

/**
 * Asks the calendars that are due and lets rules speak when their time has come, a few at once, until the signal aborts.
 * Any number of processes may.
 */
export async function runCalendar(
  deps: CalendarDeps & { log: { error: (context: object, message: string) => void } },
  signal: AbortSignal,
): Promise<void> {
  const work = [
    {
      claim: claimTurns,
      take: takeTurn,
      failed: 'a turn of a calendar failed',
      busy: new Set<Promise<void>>(),
    },
    {
      claim: claimDue,
      take: (_: CalendarDeps, claimed: Claimed) => pollSource(deps, claimed, signal),
      failed: 'a calendar was not read',
      busy: new Set<Promise<void>>(),
    },
  ];
  while (!signal.aborted) {
    for (const { claim, take, failed, busy } of work) {
      try {
        const room = AT_ONCE - busy.size;
        for (const claimed of room > 0 ? await claim(deps, room) : []) {
          const one = take(deps, claimed)
            .catch((error: unknown) => {
              if (!signal.aborted) deps.log.error({ err: error, source: claimed.id }, failed);
            })
            .finally(() => busy.delete(one));
          busy.add(one);
        }
      } catch (error) {
        if (!signal.aborted) deps.log.error({ err: error }, 'looking for calendars failed');
      }
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(work.flatMap(({ busy }) => [...busy]));
}
