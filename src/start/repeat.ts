/** Runs work over and over, once at a time. `run` handles its own errors. @returns stops it, and waits for what is running */
export function repeat(everyMs: number, run: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= run().finally(() => (running = null));
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
