type Waiting<T, R> = { item: T; resolve: (answer: R) => void; reject: (reason: unknown) => void };

/** So many lots may be under way: one that has just come does not wait for a large one. */
const LOTS = 2;

/**
 * Does together what is asked for at the same time: what comes while lots are under way waits and goes as one lot. One
 * that comes alone goes at once. A lot that fails is tried again each by itself, so that nothing fails for another.
 * @param work answers in the order of the items, where anybody wants an answer
 * @param limit how much a lot holds at most, and how much each item is of that; a larger one goes alone
 */
export const together = <T, R = void>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  limit: { most: number; weigh: (item: T) => number } = { most: Infinity, weigh: () => 1 },
): ((item: T) => Promise<R>) => {
  let waiting: Waiting<T, R>[] = [];
  let lots = 0;

  async function workOff(lot: readonly Waiting<T, R>[]): Promise<void> {
    const answers = await work(lot.map(({ item }) => item));
    for (const [place, { resolve }] of lot.entries()) resolve(answers[place] as R);
  }
  function takeLot(): Waiting<T, R>[] {
    let room = limit.most;
    const over = waiting.findIndex(({ item }) => (room -= limit.weigh(item)) < 0);
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
      if (lot.length === 1) lot[0]?.reject(error);
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
