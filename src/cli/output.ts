import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Where a command writes. */
export type Io = { stdout: Writable; stderr: Writable };

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

/**
 * Writes lines and waits while the reader is slower. `write` answers false once the reader is gone (`| head`):
 * that is no error, the command just stops. Other write errors are thrown.
 */
export const createLineWriter = (stream: Writable) => {
  let failure: Error | null = null;
  // Without a listener a broken pipe would end the program with a stack trace.
  stream.on('error', (error: Error) => {
    failure ??= error;
  });
  const isOpen = (): boolean => {
    if (failure !== null && !isBrokenPipe(failure)) throw failure;
    return failure === null;
  };
  return async (line: string): Promise<boolean> => {
    if (!isOpen()) return false;
    if (!stream.write(`${line}\n`)) {
      try {
        await once(stream, 'drain');
      } catch (error) {
        if (!isBrokenPipe(error)) throw error;
        return false;
      }
    }
    return isOpen();
  };
};
