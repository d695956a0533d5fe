/** Room for sends under way, shared by all alerts of a process that go over one channel. */
export type Slots = {
  /** Waits for its turn and for room. @returns how many slots are the caller's now: 1 to `atMost` */
  take: (atMost: number) => Promise<number>;
  give: (count: number) => void;
};

/** Whoever has waited longest is next: a long alert doesn't keep a short one waiting. */
export function createSlots(room: number): Slots {
  let free = room;
  const waiting: { atMost: number; go: (taken: number) => void }[] = [];
  const serve = (): void => {
    while (free > 0) {
      const next = waiting.shift();
      if (!next) return;
      const taken = Math.min(free, next.atMost);
      free -= taken;
      next.go(taken);
    }
  };
  return {
    take: (atMost) =>
      new Promise((go) => {
        waiting.push({ atMost, go });
        serve();
      }),
    give: (count) => {
      free += count;
      serve();
    },
  };
}
