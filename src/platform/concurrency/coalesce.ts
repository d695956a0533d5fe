type Waiting<T, R> = { item: T; resolve: (answer: R) => void; reject: (reason: unknown) => void };

type Options<T> = {
  /** The most a batch holds, in the unit of `weigh`. A heavier item goes alone. No limit by default. */
  most?: number;
  /** What an item counts toward `most`; 1 by default. */
  weigh?: (item: T) => number;
  /** Whether one item can be to blame for this error. If not, the whole batch fails without a retry. */
  isOfOne: (error: unknown) => boolean;
};

/** Two batches may run at once, so that a new item doesn't have to wait for a large batch. */
const BATCHES = 2;

/**
 * Joins calls that arrive at the same time into batches: the first goes at once, those that arrive while batches run
 * wait and go as one. If a batch fails because of one item, its items run again one by one, so that the others succeed.
 * @param work returns the answers in the order of the items; an empty list if the callers need none
 * @returns the call for one item; it rejects with the error of that item, or of the whole batch
 */
export const coalesce = <T, R = void>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most = Infinity, weigh = () => 1, isOfOne }: Options<T>,
): ((item: T) => Promise<R>) => {
  let waiting: Waiting<T, R>[] = [];
  let running = 0;

  async function run(batch: readonly Waiting<T, R>[]): Promise<void> {
    const answers = await work(batch.map(({ item }) => item));
    for (const [place, { resolve }] of batch.entries()) resolve(answers[place] as R);
  }
  function takeBatch(): Waiting<T, R>[] {
    let room = most;
    const over = waiting.findIndex(({ item }) => (room -= weigh(item)) < 0);
    const batch = waiting.slice(0, over < 0 ? waiting.length : Math.max(1, over));
    waiting = waiting.slice(batch.length);
    return batch;
  }
  async function next(): Promise<void> {
    const batch = takeBatch();
    running += 1;
    try {
      await run(batch);
    } catch (error) {
      if (batch.length === 1 || !isOfOne(error)) for (const { reject } of batch) reject(error);
      else for (const each of batch) await run([each]).catch(each.reject);
    }
    running -= 1;
    if (waiting.length > 0) void next();
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running < BATCHES) void next();
    });
};

/** The same with a queue per key, kept only while the key has items. A batch never mixes keys. */
export const coalesceBy = <T, R = void>(
  keyOf: (item: T) => string,
  work: (items: readonly T[]) => Promise<readonly R[]>,
  options: Options<T>,
): ((item: T) => Promise<R>) => {
  const queues = new Map<string, { add: (item: T) => Promise<R>; pending: number }>();
  return async (item) => {
    const key = keyOf(item);
    const queue = queues.get(key) ?? { add: coalesce(work, options), pending: 0 };
    queues.set(key, queue);
    queue.pending += 1;
    try {
      return await queue.add(item);
    } finally {
      queue.pending -= 1;
      if (queue.pending === 0) queues.delete(key);
    }
  };
};
