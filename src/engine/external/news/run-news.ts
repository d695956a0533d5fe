import { setTimeout as sleep } from 'node:timers/promises';
import { claimDue } from '../claim-due.ts';
import { type NewsDeps, pollSource, TO_READ } from './poll.ts';

const LOOK_EVERY_MS = 2_000;
const AT_ONCE = 4;

/** Asks the sources of news that are due, a few at once, until the signal aborts. Any number of processes may. */
export async function runNews(
  deps: NewsDeps & { log: { error: (context: object, message: string) => void } },
  signal: AbortSignal,
): Promise<void> {
  const working = new Set<Promise<void>>();
  while (!signal.aborted) {
    try {
      const room = AT_ONCE - working.size;
      for (const source of room > 0 ? await claimDue(deps, TO_READ, room) : []) {
        const work = pollSource(deps, source, signal)
          .catch((error: unknown) => {
            if (!signal.aborted)
              deps.log.error({ err: error, source: source.id }, 'a source of news was not read');
          })
          .finally(() => working.delete(work));
        working.add(work);
      }
    } catch (error) {
      if (!signal.aborted) deps.log.error({ err: error }, 'looking for news failed');
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(working);
}
