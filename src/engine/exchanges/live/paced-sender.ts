/** Sends messages over one connection. */
export type Sender = {
  add: (messages: readonly string[]) => void;
  /** The time until everything that waits is sent, at most, in ms. */
  restMs: () => number;
  /** Drops what waits. Later messages still keep their distance from those sent before. */
  clear: () => void;
};

/**
 * Sends messages in order, at least `everyMs` apart across all senders made from it. The first goes at once. It uses
 * timers only, so that a system clock set back doesn't hold anything up.
 */
export const pacedSender = (everyMs: number): ((send: (message: string) => void) => Sender) => {
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
