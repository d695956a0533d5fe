import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Where a command writes. */
export type Io = { stdout: Writable; stderr: Writable };

const isBrokenPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

/** Longer texts don't wait for the rest of what is read. */
const TOGETHER = 16 * 1024;

/**
 * Writes lines and waits while the reader is slower. Lines made of one piece of the input go out together: a call of the
 * system for each takes longer than finding what it says. `write` and `flush` answer false once the reader is gone
 * (`| head`): that is no error, the command just stops. Other write errors are thrown.
 */
export const createLineWriter = (stream: Writable) => {
  let failure: Error | null = null;
  let waiting = '';
  // Without a listener a broken pipe would end the program with a stack trace.
  stream.on('error', (error: Error) => {
    failure ??= error;
  });
  const isOpen = (): boolean => {
    if (failure !== null && !isBrokenPipe(failure)) throw failure;
    return failure === null;
  };
  const send = (): void => {
    if (waiting !== '') stream.write(waiting);
    waiting = '';
  };
  const flush = async (): Promise<boolean> => {
    if (failure !== null) waiting = '';
    if (!isOpen()) return false;
    send();
    if (stream.writableNeedDrain) {
      try {
        await once(stream, 'drain');
      } catch (error) {
        if (!isBrokenPipe(error)) throw error;
        return false;
      }
    }
    return isOpen();
  };
  const write = (line: string): Promise<boolean> | true => {
    // Sent once the program waits for more input, so that no line waits for another that may never come.
    if (waiting === '') setImmediate(send);
    waiting += `${line}\n`;
    return failure !== null || stream.writableNeedDrain || waiting.length >= TOGETHER ? flush() : true;
  };
  return { write, flush };
};
