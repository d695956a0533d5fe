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

/** Runs one after the other. One that fails doesn't keep the next: an alert that can't go out holds up no review. */
export async function inTurn(
  runs: readonly (() => Promise<unknown>)[],
  onError: (error: unknown) => void,
): Promise<void> {
  for (const run of runs) {
    try {
      await run();
    } catch (error) {
      onError(error);
    }
  }
}
