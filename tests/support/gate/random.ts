/** Numbers that look random and are the same for a seed. */
export type Random = {
  /** From 0 up to, and without, `below`. */
  below: (below: number) => number;
  of: <T>(list: readonly T[]) => T;
};

export function seededRandom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const of = <T>(list: readonly T[]): T => {
    const chosen = list[below(list.length)];
    if (chosen === undefined) throw new RangeError('An empty list has nothing to choose.');
    return chosen;
  };
  return { below, of };
}
