type Waiting<T> = { item: T; resolve: () => void; reject: (reason: unknown) => void };

/** So many lots may be under way: one that has just come does not wait for a large one. */
const LOTS = 2;

/**
 * Does together what is asked for at the same time: what comes while lots are under way waits and goes as one lot. One
 * that comes alone goes at once. A lot that fails is tried again each by itself, so that nothing fails for another.
 */
export const together = <T>(work: (items: readonly T[]) => Promise<void>): ((item: T) => Promise<void>) => {
  let waiting: Waiting<T>[] = [];
  let lots = 0;

  const one = (each: Waiting<T>): Promise<void> => work([each.item]).then(each.resolve, each.reject);
  async function next(): Promise<void> {
    const lot = waiting;
    waiting = [];
    lots += 1;
    try {
      await work(lot.map(({ item }) => item));
      for (const { resolve } of lot) resolve();
    } catch (error) {
      if (lot.length === 1) lot[0]?.reject(error);
      else for (const each of lot) await one(each);
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
