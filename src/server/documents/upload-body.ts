import { AppError } from '#src/shared/errors.ts';

/** A sender that says nothing for so long has gone; only then is looked at how fast he is. */
const IDLE_MS = 30_000;
/** Whoever sends less than this a second keeps a place that others need. */
const LEAST_PER_SECOND = 10_000;

/**
 * The body of a request, piece by piece. Only the time counts that is spent waiting for the sender.
 * @throws AppError upload_broken when it ends before its end, stands still or crawls
 */
export async function* bodyBytes(
  body: ReadableStream<Uint8Array> | null,
  { idleMs = IDLE_MS, now = () => performance.now() } = {},
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  let waited = 0;
  let bytes = 0;
  try {
    for (;;) {
      const asked = now();
      const { done, value } = await soon(reader.read(), idleMs);
      if (done) return;
      waited += now() - asked;
      bytes += value.length;
      if (waited > idleMs && bytes < (waited / 1000) * LEAST_PER_SECOND) throw new AppError('upload_broken');
      yield value;
    }
  } finally {
    // Whatever else would come is not wanted.
    await reader.cancel().catch(() => undefined);
  }
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
