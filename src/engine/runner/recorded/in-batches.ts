type Batches<T> = {
  /** A batch has at most so many items, and waits at most so long for more, in ms. */
  most: number;
  withinMs: number;
  /** Stores a batch; they come one after the other, in order. False stops everything. */
  store: (items: readonly T[]) => Promise<boolean>;
};

/**
 * Reads a source to its end and stores its items in batches. A full batch is stored before the source is asked for more.
 * @param open opens the source; the signal aborts when reading has to stop
 * @returns false when storing or the signal stopped it before the end
 * @throws what the source or `store` throws
 */
export async function inBatches<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  { most, withinMs, store }: Batches<T>,
  signal: AbortSignal,
): Promise<boolean> {
  let batch: T[] = [];
  let flushing: Promise<boolean> = Promise.resolve(true);
  let timer: NodeJS.Timeout | undefined;
  const broken = new AbortController();

  /** One after the other, each with all items that arrived before it starts. */
  function flush(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    flushing = flushing.then((goesOn) => {
      if (!goesOn) return false;
      const items = batch;
      batch = [];
      return store(items);
    });
    return flushing;
  }

  try {
    for await (const item of open(AbortSignal.any([signal, broken.signal]))) {
      broken.signal.throwIfAborted();
      if (signal.aborted) break;
      batch.push(item);
      timer ??= setTimeout(() => flush().catch((error: unknown) => broken.abort(error)), withinMs);
      if (batch.length >= most && !(await flush())) return false;
    }
    return (await flush()) && !signal.aborted;
  } finally {
    clearTimeout(timer);
    await flushing.catch(() => undefined);
  }
}
