const AGAIN_MS = 5_000;

/** Retries until it succeeds: for what loads after the first view without being requested. Null: ended before. */
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
