import { AppError } from '#src/shared/errors.ts';

/** A sender that says nothing for so long has gone. */
const IDLE_MS = 30_000;

/** The body of a request, piece by piece. @throws AppError upload_broken when it ends before its end, or stands still */
export async function* bodyBytes(
  body: ReadableStream<Uint8Array> | null,
  idleMs = IDLE_MS,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await soon(reader.read(), idleMs);
      if (done) return;
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

/** How many may be under way in one process: of one workspace, and of all. */
const MAX = { workspace: 6, all: 48 };

/** Lets so many uploads in at once. `enter` answers what lets the next one in. @throws AppError too_many_uploads */
export function createUploadGate(max = MAX) {
  const inside = new Map<string, number>();
  let all = 0;
  return {
    enter(workspaceId: string): () => void {
      const ours = inside.get(workspaceId) ?? 0;
      if (ours >= max.workspace || all >= max.all) throw new AppError('too_many_uploads');
      inside.set(workspaceId, ours + 1);
      all += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        all -= 1;
        const rest = (inside.get(workspaceId) ?? 1) - 1;
        if (rest === 0) inside.delete(workspaceId);
        else inside.set(workspaceId, rest);
      };
    },
  };
}
