/** What the bench seals with, and its delivery process opens. */
export const BENCH_KEY = Buffer.alloc(32, 7);
