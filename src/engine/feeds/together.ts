type Waiting<T, R> = { item: T; resolve: (answer: R) => void; reject: (reason: unknown) => void };

type Options<T> = {
  /** How much a lot holds at most, and how much each item is of that, 1 unless told; a larger one goes alone. */
  most?: number;
  weigh?: (item: T) => number;
  /** Whether one item can be what a lot failed for; else all of them have failed. */
  isOfOne: (error: unknown) => boolean;
};

/** So many lots may be under way: one that has just come does not wait for a large one. */
const LOTS = 2;

/**
 * Does together what is asked for at the same time: what comes while lots are under way waits and goes as one lot. One
 * that comes alone goes at once. A lot that fails for one of them is tried again each by itself, so that nothing fails for
 * another.
 * @param work answers in the order of the items, where anybody wants an answer
 */
export const together = <T, R = void>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most = Infinity, weigh = () => 1, isOfOne }: Options<T>,
): ((item: T) => Promise<R>) => {
  let waiting: Waiting<T, R>[] = [];
  let lots = 0;

  async function workOff(lot: readonly Waiting<T, R>[]): Promise<void> {
    const answers = await work(lot.map(({ item }) => item));
    for (const [place, { resolve }] of lot.entries()) resolve(answers[place] as R);
  }
  function takeLot(): Waiting<T, R>[] {
    let room = most;
    const over = waiting.findIndex(({ item }) => (room -= weigh(item)) < 0);
    const lot = waiting.slice(0, over < 0 ? waiting.length : Math.max(1, over));
    waiting = waiting.slice(lot.length);
    return lot;
  }
  async function next(): Promise<void> {
    const lot = takeLot();
    lots += 1;
    try {
      await workOff(lot);
    } catch (error) {
      if (lot.length === 1 || !isOfOne(error)) for (const { reject } of lot) reject(error);
      else for (const each of lot) await workOff([each]).catch(each.reject);
    }
    lots -= 1;
    if (waiting.length > 0) void next();
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (lots < LOTS) void next();
    });
};

/** The same apart for each key, of those that something is under way for. */
export const togetherBy = <T, R = void>(
  keyOf: (item: T) => string,
  work: (items: readonly T[]) => Promise<readonly R[]>,
  options: Options<T>,
): ((item: T) => Promise<R>) => {
  const all = new Map<string, { give: (item: T) => Promise<R>; pending: number }>();
  return async (item) => {
    const key = keyOf(item);
    const own = all.get(key) ?? { give: together(work, options), pending: 0 };
    all.set(key, own);
    own.pending += 1;
    try {
      return await own.give(item);
    } finally {
      own.pending -= 1;
      if (own.pending === 0) all.delete(key);
    }
  };
};
