/** How often a test repeats itself: a short form in the test run, the long one as a drill (`npm run drill -- NAME`). */
export const drill = (short: number, long: number): number => (process.env['DRILL'] === '1' ? long : short);
