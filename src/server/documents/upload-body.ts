import { AppError } from '#src/shared/errors.ts';

/** A sender that is silent for this long is gone. */
const IDLE_MS = 30_000;
/** Slower senders take a place that others need. */
const LEAST_PER_SECOND = 10_000;

export type UploadBody = {
  /**
   * Piece by piece. Only the time counts that is spent waiting for the sender.
   * @throws AppError upload_broken when it ends before its end, stands still or crawls
   */
  bytes: () => AsyncGenerator<Uint8Array>;
  /**
   * Takes what is still coming of a refused upload and throws it away: a browser reads the answer only when it has sent
   * everything, and takes a connection that closes before for a broken network.
   */
  rest: () => Promise<void>;
};

/** The body of a request. */
export function readUpload(
  body: ReadableStream<Uint8Array> | null,
  { idleMs = IDLE_MS, now = () => performance.now() } = {},
): UploadBody {
  const reader = body?.getReader();
  let ended = !reader;
  let waited = 0;
  let count = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (!reader) return;
    while (!ended) {
      try {
        const asked = now();
        const { done, value } = await soon(reader.read(), idleMs);
        ended = done;
        if (!value) return;
        waited += now() - asked;
        count += value.length;
        if (waited > idleMs && count < (waited / 1000) * LEAST_PER_SECOND)
          throw new AppError('upload_broken');
        yield value;
      } catch (error) {
        ended = true;
        await reader.cancel().catch(() => undefined);
        throw error;
      }
    }
  }
  return {
    bytes,
    async rest() {
      try {
        for await (const _ of bytes()) continue;
      } catch {
        // It broke off, so no one waits for the answer.
      }
    },
  };
}

async function soon<T>(reading: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AppError('upload_broken')), ms);
  try {
    return await Promise.race([reading, late.promise]);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('upload_broken', undefined, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
