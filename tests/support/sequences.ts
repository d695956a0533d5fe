import { drill } from './drill.ts';

/** How many made-up sequences a property is tried with: in the test run, and in `npm run drill -- sequences`. */
export const sequences = (short = 100): { numRuns: number } => ({ numRuns: drill(short, 100_000) });
