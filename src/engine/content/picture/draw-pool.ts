import { Worker } from 'node:worker_threads';

export type DrawRequest = { id: number; svg: string; zoom: number };
/** What a thread says: that its fonts are loaded, and what became of a picture. */
type Answer = { ready: true } | { id: number; png: Uint8Array } | { id: number; problem: string };

type Job = DrawRequest & {
  resolve: (png: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};
type Thread = { worker: Worker; isReady: boolean; job: Job | null };

type PoolOptions = {
  /** Threads at most; each is started when it is first needed. */
  threads: number;
  /** How long a picture may wait for a thread, and how long it may be drawn: it never holds up its alert for longer. */
  limitsMs: { wait: number; draw: number };
  /** Pictures that may wait; further ones fail at once. */
  mostWaiting?: number;
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
export function createDrawPool({ threads, limitsMs, script, mostWaiting = 200 }: PoolOptions) {
  let ids = 0;
  const pool = new Set<Thread>();
  const waiting: Job[] = [];

  function start(): Thread {
    const thread: Thread = { worker: new Worker(script), isReady: false, job: null };
    const { worker } = thread;
    worker.on('message', (answer: Answer) => {
      if ('ready' in answer) {
        thread.isReady = true;
        return next();
      }
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
    // One that can't even start fails the picture it was started for, or it would be started again without end.
    const job = thread.isReady ? thread.job : waiting.shift();
    job?.reject(new PictureError(reason));
    thread.job = null;
    next();
  }

  function next(): void {
    const free = [...pool].filter(({ job }) => job === null).length;
    for (let more = free; more < waiting.length && pool.size < threads; more += 1) start();
    for (const thread of pool) {
      if (!thread.isReady || thread.job !== null) continue;
      const job = waiting.shift();
      if (!job) return;
      thread.job = job;
      const { id, svg, zoom } = job;
      clearTimeout(job.timer);
      job.timer = setTimeout(() => tooSlow(thread, job), limitsMs.draw);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to a thread, and to no window.
      thread.worker.postMessage({ id, svg, zoom });
    }
  }

  /** What a hanging thread draws can't be stopped, and nobody waits for it. */
  function tooSlow(thread: Thread, job: Job): void {
    if (thread.job !== job) return;
    void thread.worker.terminate();
    lose(thread, `It took longer than ${limitsMs.draw / 1000} seconds.`);
  }

  function giveUp(id: number): void {
    const place = waiting.findIndex((job) => job.id === id);
    const [job] = place < 0 ? [] : waiting.splice(place, 1);
    job?.reject(new PictureError(`No thread was free for ${limitsMs.wait / 1000} seconds.`));
  }

  return {
    /** @returns the PNG. @throws PictureError where it can't be drawn, or not in time */
    draw: (svg: string, zoom: number): Promise<Buffer> => {
      if (waiting.length >= mostWaiting)
        return Promise.reject(new PictureError('Too many pictures were waiting to be drawn.'));
      ids += 1;
      const id = ids;
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      const timer = setTimeout(() => giveUp(id), limitsMs.wait);
      const job: Job = { id, svg, zoom, resolve, reject, timer };
      waiting.push(job);
      next();
      return promise.finally(() => clearTimeout(job.timer));
    },
    /** Ends the threads. */
    stop: async (): Promise<void> => {
      for (const { reject } of waiting.splice(0)) reject(new PictureError('The threads were stopped.'));
      const ended = [...pool];
      for (const thread of ended) lose(thread, 'The thread ended.');
      await Promise.all(ended.map(({ worker }) => worker.terminate()));
    },
  };
}
