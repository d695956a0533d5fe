/** Runs one after the other. One that fails doesn't keep the next: an alert that can't go out holds up no review. */
export async function eachOf(
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
