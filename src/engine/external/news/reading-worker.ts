import { parentPort, workerData } from 'node:worker_threads';
import { NewsError, readNews } from './read-news.ts';

/** Reads news in a thread of its own; the answer is what was read, or the sentence why there is nothing. */
async function answer(): Promise<object> {
  const { text, now } = workerData as { text: string; now: number };
  try {
    return { reading: await readNews(text, new Date(now)) };
  } catch (error) {
    if (!(error instanceof NewsError)) throw error;
    return { refused: error.message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to the thread that asked, and to no window.
parentPort?.postMessage(await answer());
