import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createInTurn } from './in-turn.ts';
import { CalendarError, type ReadAs, type Reading } from './reading.ts';

const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const AT_ONCE = 2;

type Answer = { reading: Reading } | { refused: string };

const inTurn = createInTurn(AT_ONCE);

/**
 * Reads a calendar beside what else runs: a file may hold repetitions that take long to follow, or for ever, and prices
 * do not wait for it. A few are read at once, the others in turn. @throws CalendarError; AppError too_many_uploads where
 * more than `behind` others wait already
 */
export const readApart = (text: string, as: ReadAs, now: Date, behind?: number): Promise<Reading> =>
  inTurn(() => readInThread(text, as, now), behind);

async function readInThread(text: string, as: ReadAs, now: Date): Promise<Reading> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), {
    workerData: { text, as, now: now.getTime() },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // One that fails late, as while it is ended, is heard here; else it would end the process.
  worker.on('error', () => undefined);
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
