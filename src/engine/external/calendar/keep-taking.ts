/** What is due is claimed as soon as there is room for it; where nothing more is, after a pause. */
export type Taking<T> = {
  /** Up to so many of those that are due. Neither it nor `take` throws. */
  claim: (most: number) => Promise<readonly T[]>;
  take: (one: T) => Promise<void>;
  atOnce: number;
  pause: () => Promise<void>;
};

/** Takes what is due, so many at once, until the signal aborts and those that were begun have ended. */
export async function keepTaking<T>({ claim, take, atOnce, pause }: Taking<T>, signal: AbortSignal) {
  const busy = new Set<Promise<void>>();
  while (!signal.aborted) {
    const room = atOnce - busy.size;
    const claimed = await claim(room);
    for (const each of claimed) {
      const one = take(each).finally(() => busy.delete(one));
      busy.add(one);
    }
    if (claimed.length < room) await pause();
    else await Promise.race(busy);
  }
  await Promise.all(busy);
}
