/** How often a test repeats itself: a short form in the test run, the long one as a drill (`npm run drill -- NAME`). */
export const drill = <T>(short: T, long: T): T => (process.env['DRILL'] === '1' ? long : short);

/** Random cases come in blocks of so many. Each block has a number, which is its seed. */
export const BLOCK = 100;

/**
 * Which blocks a drill runs: so that runs on other days or machines add up, it may be told where to begin (`DRILL_SEED`),
 * how many cases to try (`DRILL_COUNT`), and after how many minutes to end (`DRILL_MINUTES`).
 */
export function drillBlocks(cases: number): { first: number; end: number; isOver: () => boolean } {
  const first = Number(process.env['DRILL_SEED'] ?? 1);
  const count = Number(process.env['DRILL_COUNT'] ?? cases);
  const minutes = Number(process.env['DRILL_MINUTES'] ?? 0);
  const began = Date.now();
  return {
    first,
    end: first + Math.ceil(count / BLOCK),
    isOver: () => minutes > 0 && Date.now() - began > minutes * 60_000,
  };
}
