import { Worker } from 'node:worker_threads';

export type DrawRequest = { id: number; svg: string; zoom: number };
type DrawAnswer = { id: number; png: Uint8Array } | { id: number; problem: string };

type Job = DrawRequest & { resolve: (png: Buffer) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; job: Job | null };

type PoolOptions = {
  /** Threads at most; each is started when it is first needed. */
  threads: number;
  /** From the call on: a picture never holds up its alert. */
  deadlineMs: number;
  /** What the threads run. */
  script: URL;
};

/** A picture that wasn't drawn, with the reason in words. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/**
 * Draws pictures in threads of their own. A thread that crashes fails the picture it was drawing; one that hangs is left
 * to end by itself. Either is replaced, and the others go on.
 */
export function createDrawPool({ threads, deadlineMs, script }: PoolOptions) {
  let ids = 0;
  const pool = new Set<Thread>();
  const waiting: Job[] = [];

  function start(): Thread {
    const thread: Thread = { worker: new Worker(script), job: null };
    const { worker } = thread;
    worker.on('message', (answer: DrawAnswer) => {
      const { job } = thread;
      if (job?.id !== answer.id) return;
      thread.job = null;
      if ('png' in answer) job.resolve(Buffer.from(answer.png.buffer));
      else job.reject(new PictureError(answer.problem));
      next();
    });
    worker.on('error', (error) => lose(thread, error.message));
    worker.on('exit', () => lose(thread, 'The thread ended.'));
    // An idle pool doesn't keep the program running; listeners would. Deadlines do while a picture is drawn.
    worker.unref();
    pool.add(thread);
    return thread;
  }

  function lose(thread: Thread, reason: string): void {
    if (!pool.delete(thread)) return;
    thread.job?.reject(new PictureError(reason));
    thread.job = null;
    next();
  }

  function next(): void {
    while (waiting.length > 0) {
      const thread = [...pool].find(({ job }) => job === null) ?? (pool.size < threads ? start() : null);
      const job = thread && waiting.shift();
      if (!thread || !job) return;
      thread.job = job;
      const { id, svg, zoom } = job;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to a thread, and to no window.
      thread.worker.postMessage({ id, svg, zoom });
    }
  }

  function late(id: number): PictureError {
    const place = waiting.findIndex((job) => job.id === id);
    if (place >= 0) waiting.splice(place, 1);
    const thread = [...pool].find(({ job }) => job?.id === id);
    if (thread) {
      thread.job = null;
      pool.delete(thread);
      // What a hanging thread draws can't be stopped, and nobody waits for it.
      void thread.worker.terminate();
      next();
    }
    return new PictureError(`It took longer than ${deadlineMs / 1000} seconds.`);
  }

  return {
    /** @returns the PNG. @throws PictureError where it can't be drawn, or not in time */
    draw: async (svg: string, zoom: number): Promise<Buffer> => {
      ids += 1;
      const id = ids;
      let timer: NodeJS.Timeout | undefined;
      try {
        return await new Promise<Buffer>((resolve, reject) => {
          timer = setTimeout(() => reject(late(id)), deadlineMs);
          waiting.push({ id, svg, zoom, resolve, reject });
          next();
        });
      } finally {
        clearTimeout(timer);
      }
    },
    /** Ends the threads. */
    stop: async (): Promise<void> => {
      const threadsNow = [...pool];
      pool.clear();
      await Promise.all(threadsNow.map(({ worker }) => worker.terminate()));
    },
  };
}
