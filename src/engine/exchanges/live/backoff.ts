/** The wait before a retry, in ms: exponential with jitter, `attempt` counts from 0. */
export const backoffMs = (
  attempt: number,
  { first, most, random }: { first: number; most: number; random: () => number },
): number => {
  const longest = Math.min(most, first * 2 ** Math.min(attempt, 20));
  return longest / 2 + (random() * longest) / 2;
};
