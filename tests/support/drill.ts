/** How often a test repeats itself: a short form in the test run, the long one as a drill (`npm run drill -- NAME`). */
export const drill = <T>(short: T, long: T): T => (process.env['DRILL'] === '1' ? long : short);

const minutes = (): number => Number(process.env['DRILL_MINUTES'] ?? 0);

/** A drill of random cases may be told to end after so many minutes (`DRILL_MINUTES`), and says how many there were. */
export function drillLimit(): { interruptAfterTimeLimit?: number } {
  return minutes() > 0 ? { interruptAfterTimeLimit: minutes() * 60_000 } : {};
}

/** Random cases come in blocks of so many. Each block has a number, which is its seed. */
export const BLOCK = 100;

/**
 * Which blocks a drill runs: so that runs on other days or machines add up, it may be told where to begin (`DRILL_SEED`)
 * and how many cases to try (`DRILL_COUNT`).
 */
export function drillBlocks(cases: number): { first: number; end: number; isOver: () => boolean } {
  const first = Number(process.env['DRILL_SEED'] ?? 1);
  const count = Number(process.env['DRILL_COUNT'] ?? cases);
  const began = Date.now();
  return {
    first,
    end: first + Math.ceil(count / BLOCK),
    isOver: () => minutes() > 0 && Date.now() - began > minutes() * 60_000,
  };
}
