/** Logs to the browser's console: for faults that the page itself ignores. */
export function logWarning(...parts: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one place that may
  console.warn(...parts);
}
