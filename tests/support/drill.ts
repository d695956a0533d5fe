/** How often a test repeats itself: a short form in the test run, the long one as a drill (`npm run drill -- NAME`). */
export const drill = <T>(short: T, long: T): T => (process.env['DRILL'] === '1' ? long : short);

/** A drill of random cases may be told to end after so many minutes (`DRILL_MINUTES`), and says how many there were. */
export function drillLimit(): { interruptAfterTimeLimit?: number } {
  const minutes = Number(process.env['DRILL_MINUTES'] ?? 0);
  return minutes > 0 ? { interruptAfterTimeLimit: minutes * 60_000 } : {};
}
