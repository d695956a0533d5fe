import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createInTurn } from './in-turn.ts';

const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const AT_ONCE = 2;

type Answer = { reading: unknown } | { refused: string };

/**
 * Reads what others wrote in a thread of its own, so that prices do not wait for it: it may take long, or for ever. A few
 * are read at once, the others in turn.
 * @param script answers with one message: `{ reading }`, or `{ refused }` with a sentence
 * @param refusal the error for a sentence
 * @returns reads `data`; more than `behind` that wait already end in AppError too_many_uploads
 */
export function createApart<Data extends object, Reading>(
  script: URL,
  refusal: (sentence: string, options?: ErrorOptions) => Error,
): (data: Data, behind?: number) => Promise<Reading> {
  const inTurn = createInTurn(AT_ONCE);
  return (data, behind) => inTurn(() => readInThread<Reading>(script, data, refusal), behind);
}

async function readInThread<Reading>(
  script: URL,
  workerData: object,
  refusal: (sentence: string, options?: ErrorOptions) => Error,
): Promise<Reading> {
  const worker = new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // One that fails late, as while it is ended, is heard here; else it would end the process.
  worker.on('error', () => undefined);
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const [answer] = (await once(worker, 'message', { signal: late })) as [Answer];
    if ('refused' in answer) throw refusal(answer.refused);
    return answer.reading as Reading;
  } catch (error) {
    if (late.aborted) throw refusal('It took longer than 10 seconds to be read.', { cause: error });
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw refusal('It needs too much memory to be read.', { cause: error });
    throw error;
  } finally {
    await worker.terminate();
  }
}
