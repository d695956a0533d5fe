import { averageCross } from './average-cross.ts';

/**
 * The plain mean of the last `fast` closes goes from at or below that of the last `slow` closes to above it.
 * `value`: fast − slow, above zero, in the price's unit.
 */
export const goldenCross = averageCross('golden_cross', 'Golden cross', 1);
