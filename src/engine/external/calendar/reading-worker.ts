import { parentPort, workerData } from 'node:worker_threads';
import { readCalendar } from './read-calendar.ts';
import { CalendarError, type ReadAs } from './reading.ts';

/** Reads a calendar in a thread of its own; the answer is a reading, or the sentence why there is none. */
function answer(): object {
  const { text, as, now } = workerData as { text: string; as: ReadAs; now: number };
  try {
    return { reading: readCalendar(text, as, new Date(now)) };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { refused: error.message };
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- It goes to the thread that asked, and to no window.
parentPort?.postMessage(answer());
