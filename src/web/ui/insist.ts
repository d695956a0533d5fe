const AGAIN_MS = 5_000;

/** Does it until it succeeds: for what is loaded behind a first view, and nobody has asked for. Null: ended before. */
export async function insist<T>(act: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
  for (;;) {
    if (signal.aborted) return null;
    try {
      return await act();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
