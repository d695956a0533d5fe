/** The wait before the nth attempt (0 is the first): between half of a doubling length and the whole of it. */
export const backoffMs = (
  attempt: number,
  { first, most, random }: { first: number; most: number; random: () => number },
): number => {
  const longest = Math.min(most, first * 2 ** Math.min(attempt, 20));
  return longest / 2 + (random() * longest) / 2;
};
