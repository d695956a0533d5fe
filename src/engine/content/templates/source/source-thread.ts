import { Worker } from 'node:worker_threads';
import { SourceProblem } from './run-liquid.ts';
import type { SafeHtml } from './safe-html.ts';
import type { SourceAnswer, SourceRequest } from './source-worker.ts';

type Job = {
  request: Omit<SourceRequest, 'id'>;
  resolve: (made: SafeHtml) => void;
  reject: (error: Error) => void;
};

/** Beside Liquid's own limits, for what it doesn't count. */
const LIMITS = { runMs: 2_000, startMs: 20_000, memoryMb: 48 } as const;

/**
 * Runs templates in a thread of their own, one after the other. One that doesn't end in time is ended with its thread,
 * which the next one starts again.
 * @param script what the thread runs
 */
export function createSourceThread(script: URL, limits: { runMs: number; memoryMb: number } = LIMITS) {
  let ids = 0;
  const waiting: Job[] = [];
  let thread: { worker: Worker; isReady: boolean; job: (Job & { id: number }) | null } | null = null;
  let timer: NodeJS.Timeout | undefined;

  function lose(problem: SourceProblem): void {
    const lost = thread;
    thread = null;
    clearTimeout(timer);
    void lost?.worker.terminate();
    // One that can't even start fails what it was started for.
    (lost?.job ?? waiting.shift())?.reject(problem);
    next();
  }

  function start(): void {
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    const started = { worker, isReady: false, job: null };
    thread = started;
    timer = setTimeout(
      () => lose(new SourceProblem('The template could not be filled in. Try again.')),
      LIMITS.startMs,
    );
    worker.on('message', (answer: SourceAnswer) => {
      if (thread === started) hear(answer);
    });
    const ended = (error?: { code?: string }): void => {
      if (thread !== started) return;
      const isMemory = error?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lose(
        new SourceProblem(
          isMemory ? 'It needs too much memory. Take out a loop.' : 'It could not be filled in.',
        ),
      );
    };
    worker.on('error', ended);
    worker.on('exit', () => ended());
    // An idle thread doesn't keep the program running.
    worker.unref();
  }

  function hear(answer: SourceAnswer): void {
    if (!thread) return;
    clearTimeout(timer);
    if ('ready' in answer) thread.isReady = true;
    else {
      const { job } = thread;
      if (job?.id !== answer.id) return;
      thread.job = null;
      if ('made' in answer) job.resolve(answer.made);
      else job.reject(new SourceProblem(answer.problem.sentence, answer.problem.line, answer.problem.column));
    }
    next();
  }

  function next(): void {
    if (waiting.length === 0) return;
    if (!thread) return start();
    if (!thread.isReady || thread.job) return;
    const job = waiting.shift();
    if (!job) return;
    ids += 1;
    thread.job = { ...job, id: ids };
    timer = setTimeout(
      () => lose(new SourceProblem('It took too long to fill in. Take out a loop.')),
      limits.runMs,
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to a thread, and to no window.
    thread.worker.postMessage({ id: ids, ...job.request });
  }

  return {
    /** @throws SourceProblem */
    run: (request: Job['request']): Promise<SafeHtml> => {
      const { promise, resolve, reject } = Promise.withResolvers<SafeHtml>();
      waiting.push({ request, resolve, reject });
      next();
      return promise;
    },
    /** Ends the thread. */
    stop: async (): Promise<void> => {
      const { worker } = thread ?? {};
      thread = null;
      clearTimeout(timer);
      await worker?.terminate();
    },
  };
}

const own = createSourceThread(new URL('source-worker.ts', import.meta.url));
export const runSource = own.run;
