import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CalendarError, type ReadAs, type Reading } from './reading.ts';

const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;

type Answer = { reading: Reading } | { refused: string };

/**
 * Reads a calendar beside what else runs: a file may hold repetitions that take long to follow, or for ever, and prices
 * do not wait for it. @throws CalendarError
 */
export async function readApart(text: string, as: ReadAs, now: Date): Promise<Reading> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: { text, as, now: now.getTime() },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const [answer] = (await once(worker, 'message', { signal: late })) as [Answer];
    if ('refused' in answer) throw new CalendarError(answer.refused);
    return answer.reading;
  } catch (error) {
    if (late.aborted) throw new CalendarError('It took longer than 10 seconds to be read.', { cause: error });
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new CalendarError('It needs too much memory to be read.', { cause: error });
    throw error;
  } finally {
    await worker.terminate();
  }
}
