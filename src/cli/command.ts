import type { Io } from './output.ts';

/** A command of the program. `run` gets the words after its name and answers the exit code. */
export type Command = {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  help: string;
  run: (args: string[], io: Io) => Promise<number>;
};

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** The command line itself is wrong; `message` is one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
