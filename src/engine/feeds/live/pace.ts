/**
 * Sends messages in order, at least `everyMs` apart: the first at once, the others as their turn comes. It goes by
 * timers alone, so that a clock that is set back holds nothing up.
 */
export const paced = (send: (message: string) => void, everyMs: number) => {
  const queue: string[] = [];
  let pause: NodeJS.Timeout | null = null;

  function next(): void {
    while (!pause && queue.length > 0) {
      if (everyMs > 0)
        pause = setTimeout(() => {
          pause = null;
          next();
        }, everyMs);
      send(queue.shift() ?? '');
    }
  }

  return {
    add: (messages: readonly string[]): void => {
      queue.push(...messages);
      next();
    },
    /** How long it takes at most until all of them are sent, in ms. */
    restMs: (): number => queue.length * everyMs,
    /** Forgets what waits. What is added then is still as far from what was sent before. */
    clear: (): void => void (queue.length = 0),
    stop: (): void => {
      queue.length = 0;
      if (pause) clearTimeout(pause);
    },
  };
};
