import type { Io } from './output.ts';

/** A command of the program. `run` gets the words after its name and answers the exit code. */
export type Command = {
  help: string;
  run: (args: string[], io: Io) => Promise<number>;
};

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** The command line itself is wrong; `message` is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the words of a command line. @throws UsageError with one sentence, where Node's reader refuses them */
export const readWords = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node explains at length; its first sentence says what is wrong.
    const [sentence = error.message] = error.message.split(/[.\n](?:\s|$)/);
    throw new UsageError(`${sentence}.`);
  }
};
