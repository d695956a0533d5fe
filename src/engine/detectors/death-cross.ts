import { averageCross } from './average-cross.ts';

/**
 * The plain mean of the last `fast` closes goes from at or above that of the last `slow` closes to below it.
 * `value`: fast − slow, below zero, in the price's unit.
 */
export const deathCross = averageCross('death_cross', 'Death cross', -1);
