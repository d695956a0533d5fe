import { AppError } from '#src/shared/errors.ts';

/** Does work in the order it comes, so many at once; who would wait behind more than `behind` others is refused. */
export function createInTurn(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>, behind = Number.POSITIVE_INFINITY): Promise<T> => {
    if (free > 0) free -= 1;
    else {
      if (waiting.length >= behind)
        throw new AppError('too_many_uploads', 'Too many calendars are being read. Try again in a moment.');
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      return await work();
    } finally {
      // Whoever is next has the place at once: nobody who comes meanwhile takes it.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
