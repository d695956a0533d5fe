/**
 * Sends messages in order, at least `everyMs` apart: the first at once, the others as their turn comes.
 * @param now ms
 */
export const paced = (send: (message: string) => void, everyMs: number, now: () => number) => {
  const queue: string[] = [];
  let timer: NodeJS.Timeout | null = null;
  let nextAt = Number.NEGATIVE_INFINITY;
  const waitMs = (): number => Math.max(0, nextAt - now());

  function next(): void {
    timer = null;
    while (queue.length > 0) {
      const wait = waitMs();
      if (wait > 0) {
        timer = setTimeout(next, wait);
        return;
      }
      nextAt = now() + everyMs;
      send(queue.shift() ?? '');
    }
  }

  return {
    add: (messages: readonly string[]): void => {
      queue.push(...messages);
      if (!timer) next();
    },
    /** How long it takes until all of them are sent, in ms. */
    restMs: (): number => (queue.length === 0 ? 0 : waitMs() + (queue.length - 1) * everyMs),
    clear: (): void => {
      queue.length = 0;
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
};
