import { setTimeout as sleep } from 'node:timers/promises';
import type { QueueName } from './queues.ts';
import type { JobHandler } from './work.ts';

/** Work that goes on for longer than this leaves its worker to the next job, in ms. */
const PATIENCE_MS = 50;
/** So many go on at a time; the next keeps its worker until it's done. */
const MOST = 500;
/** When work that failed without its job is done again, in ms. */
const AGAIN_AFTER_MS = [500, 2_000, 4_000, 8_000, 16_000, 32_000];

/**
 * Runs jobs whose state is in the database beside each other, however long each takes: a queue has few workers, and
 * providers that hang would hold all of them. A job that fails at once fails as jobs do; one that went on is done again
 * here, and after a crash by whoever looks after what nobody works on.
 */
export function beside<Q extends QueueName>(
  handler: JobHandler<Q>,
  { stop, onError }: { stop: AbortSignal; onError: (error: unknown) => void },
): { handler: JobHandler<Q>; ended: () => Promise<void> } {
  const running = new Set<Promise<void>>();

  async function again(...job: Parameters<JobHandler<Q>>): Promise<void> {
    for (const wait of AGAIN_AFTER_MS) {
      await sleep(wait, undefined, { signal: stop }).catch(() => undefined);
      if (stop.aborted) return;
      try {
        return await handler(...job);
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    handler: async (...job) => {
      let isLeft = false;
      const run: Promise<void> = handler(...job).catch(async (error: unknown) => {
        if (!isLeft) throw error;
        onError(error);
        await again(...job);
      });
      const known = run.catch(() => undefined).then(() => void running.delete(known));
      running.add(known);
      if (running.size > MOST) return run;
      await Promise.race([run, sleep(PATIENCE_MS)]);
      isLeft = true;
    },
    /** Resolves when nothing goes on any more. */
    ended: async () => void (await Promise.all(running)),
  };
}
