/** What is sent over one connection. */
export type Outbox = {
  add: (messages: readonly string[]) => void;
  /** How long it takes at most until all of them are sent, in ms. */
  restMs: () => number;
  /** Forgets what waits. What is added then is still as far from what was sent before. */
  clear: () => void;
};

/**
 * Sends messages in order, at least `everyMs` apart, those of all its outboxes together: the first at once, the others
 * as their turn comes. It goes by timers alone, so that a clock that is set back holds nothing up.
 */
export const paced = (everyMs: number): ((send: (message: string) => void) => Outbox) => {
  let queue: { send: (message: string) => void; message: string }[] = [];
  let pause: NodeJS.Timeout | null = null;

  function next(): void {
    while (!pause) {
      const first = queue.shift();
      if (!first) return;
      if (everyMs > 0)
        pause = setTimeout(() => {
          pause = null;
          next();
        }, everyMs).unref();
      first.send(first.message);
    }
  }

  return (send) => ({
    add: (messages) => {
      queue.push(...messages.map((message) => ({ send, message })));
      next();
    },
    restMs: () => queue.length * everyMs,
    clear: () => void (queue = queue.filter((each) => each.send !== send)),
  });
};
