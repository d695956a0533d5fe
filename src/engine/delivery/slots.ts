/** Runs work, so many at a time; the rest waits its turn. */
export type Slots = { run: <T>(work: () => Promise<T>) => Promise<T> };

/**
 * How many sends one process has under way, over all alerts. A delivery is claimed only when its slot is there: what
 * waits in a line is not claimed, so that a crash leaves no more in doubt than was really being sent.
 */
export function createSlots(atOnce: number): Slots {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    run: async (work) => {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The slot goes straight to the next in line: nobody can slip in between.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
