/** Says something to whoever looks into the browser's console: for faults that the page itself passes over. */
export function logWarning(...parts: unknown[]): void {
  // oxlint-disable-next-line no-console -- the one place that may
  console.warn(...parts);
}
