import { createApart } from '../apart.ts';
import { CalendarError, type ReadAs, type Reading } from './reading.ts';

const read = createApart<{ text: string; as: ReadAs; now: number }, Reading>(
  new URL('./reading-worker.ts', import.meta.url),
  (sentence, options) => new CalendarError(sentence, options),
);

/**
 * Reads a calendar beside what else runs: a file may hold repetitions that take long to follow, or for ever.
 * @throws CalendarError; AppError too_many_uploads where more than `behind` others wait already
 */
export const readApart = (text: string, as: ReadAs, now: Date, behind?: number): Promise<Reading> =>
  read({ text, as, now: now.getTime() }, behind);
