/** When a row begins (ms, UTC), and its line. */
export type Stamped = { stamps: readonly number[]; lines: readonly number[] };

/** How long the longest rising row of times is that ends with each time, read from the first to the last. */
const lengthsOf = (stamps: readonly number[]): Int32Array => {
  const lengths = new Int32Array(stamps.length);
  /** The smallest time with which a row of each length ends. */
  const ends: number[] = [];
  for (const [at, stamp] of stamps.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? Infinity) < stamp) low = middle + 1;
      else high = middle;
    }
    ends[low] = stamp;
    lengths[at] = low + 1;
  }
  return lengths;
};

/**
 * The lines of the rows that are out of order: as few as possible, so that the rest is in order of time, none twice. A
 * time is weighed against all others and not only against the one before: a single row dated 2099 is out of order, not
 * the thousand that follow. Of two choices, the time nearer to the one before stays; of equal times, the first row.
 */
export const outliersOf = ({ stamps, lines }: Stamped): Set<number> => {
  const upTo = lengthsOf(stamps);
  const onward = lengthsOf(stamps.map((stamp) => -stamp).toReversed()).toReversed();
  const longest = upTo.reduce((most, length) => Math.max(most, length), 0);
  /** The rows that may be the nth of a longest one. The later a row, the smaller its time. */
  const candidates: number[][] = Array.from({ length: longest }, () => []);
  for (let at = 0; at < stamps.length; at += 1)
    if ((upTo[at] ?? 0) + (onward[at] ?? 0) - 1 === longest) candidates[(upTo[at] ?? 0) - 1]?.push(at);

  const kept = new Set<number>();
  let [last, place] = [Number.NEGATIVE_INFINITY, -1];
  for (const rows of candidates) {
    let chosen = -1;
    for (const at of rows) {
      const stamp = stamps[at] ?? 0;
      if (at > place && stamp > last && (chosen < 0 || stamp < (stamps[chosen] ?? 0))) chosen = at;
    }
    [last, place] = [stamps[chosen] ?? last, chosen];
    kept.add(chosen);
  }
  return new Set(lines.filter((_, at) => !kept.has(at)));
};
