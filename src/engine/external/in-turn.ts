import pLimit from 'p-limit';
import { AppError } from '#src/shared/errors.ts';

/**
 * Runs at most `atOnce` pieces of work at a time, in the order they arrive.
 * @throws AppError too_many_uploads when more than `behind` others already wait
 */
export function createInTurn(atOnce: number) {
  const limit = pLimit(atOnce);
  return async <T>(work: () => Promise<T>, behind = Number.POSITIVE_INFINITY): Promise<T> => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= behind)
      throw new AppError('too_many_uploads', 'Too many calendars are being read. Try again in a moment.');
    return limit(work);
  };
}
