/**
 * Lets so many do something at once, who came first first. It begins with one at a time, with each that went well it is
 * twice as many, up to `most`, and where the other side wants less it is one again.
 */
export const takeTurns = (most: number) => {
  let [limit, busy] = [1, 0];
  const waiting: (() => void)[] = [];
  return {
    /** Resolves when it is one's turn, which has to be given back. */
    take: async (): Promise<void> => {
      if (busy >= limit) return new Promise((resolve) => waiting.push(resolve));
      busy += 1;
    },
    giveBack: (): void => {
      busy -= 1;
      for (let next; busy < limit && (next = waiting.shift()); busy += 1) next();
    },
    wentWell: (): void => void (limit = Math.min(most, limit * 2)),
    beCareful: (): void => void (limit = 1),
  };
};
