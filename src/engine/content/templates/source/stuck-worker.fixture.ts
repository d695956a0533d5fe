import { parentPort } from 'node:worker_threads';
import type { SourceAnswer, SourceRequest } from './source-worker.ts';

const answer = (message: SourceAnswer): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to the thread that started this one.
  parentPort?.postMessage(message);
};

parentPort?.on('message', ({ id, source }: SourceRequest) => {
  const kept: number[][] = [];
  if (source === 'forever') for (;;) kept.length = 0;
  if (source === 'memory') for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => at));
  answer({ id, made: { nodes: [], removed: [] } });
});
answer({ ready: true });
