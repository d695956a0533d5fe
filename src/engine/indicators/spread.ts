type Spread = { count: number; rose: number; median: number; best: number; worst: number };

/** How changes spread: `rose` counts those above 0; of an even number, the median is between the middle two. Null without one. */
export function spreadOf(values: readonly number[]): Spread | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined) return null;
  const count = sorted.length;
  const [below = 0, above = 0] = [sorted[(count - 1) >> 1], sorted[count >> 1]];
  const rose = sorted.filter((value) => value > 0).length;
  return { count, rose, median: (below + above) / 2, best, worst };
}
