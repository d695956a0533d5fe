/**
 * Asked before another address opens: whether something holds the reader here, who then decides whether to `go`. `isHere`:
 * the screen stays, and shows something else. Forms set it (lib/forms/unsaved.ts), which a first view doesn't load.
 */
export const leavingGuard: { holds: (go: () => void, isHere: boolean) => boolean } = { holds: () => false };
