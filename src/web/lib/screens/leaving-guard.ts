/**
 * Asked before another screen opens: whether something holds the reader here, who then decides whether to `go`. Forms
 * set it (lib/forms/unsaved.ts), which a first view doesn't load.
 */
export const leavingGuard: { holds: (go: () => void) => boolean } = { holds: () => false };
