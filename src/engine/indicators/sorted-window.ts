/** The last values in the order in which they came (a ring), and by size. */
export type SortedWindow = { ring: number[]; sorted: number[]; at: number };

export const emptyWindow = (): SortedWindow => ({ ring: [], sorted: [], at: 0 });

/** How many of the values are at most `value`. */
export const atMost = (sorted: readonly number[], value: number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Takes a value in. Where there are `period` already, the oldest leaves. */
export const slide = (window: SortedWindow, period: number, value: number): void => {
  const { ring, sorted } = window;
  if (sorted.length === period) sorted.splice(atMost(sorted, ring[window.at] ?? 0) - 1, 1);
  sorted.splice(atMost(sorted, value), 0, value);
  ring[window.at] = value;
  window.at = window.at + 1 === period ? 0 : window.at + 1;
};
