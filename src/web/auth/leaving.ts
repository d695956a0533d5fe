const ending = new AbortController();

/** Aborted when the session of this page ends: whatever is still asked in its name would only be refused. */
export const leaving: AbortSignal = ending.signal;

/** The page is about to be left, and nothing turns that back. */
export const startLeaving = (): void => ending.abort();
