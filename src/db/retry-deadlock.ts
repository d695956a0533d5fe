import { failedWith } from './violates.ts';

const DEADLOCK = '40P01';
const TRIES = 3;

/**
 * Runs a transaction, and runs it anew if the server ended it to resolve a deadlock: another transaction has then gone on,
 * and nothing of this one was kept. `run` must have no effect outside its transaction.
 */
export async function retryDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run();
    } catch (error) {
      if (attempt === TRIES || !isDeadlock(error)) throw error;
    }
}

const isDeadlock = (error: unknown): boolean => failedWith(error, DEADLOCK);
