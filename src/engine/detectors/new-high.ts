import { newExtreme } from './new-extreme.ts';

/**
 * The close lies above the highest high of the `window` bars before, and in none of the `quiet` bars before did it.
 * `value`: the close.
 */
export const newHigh = newExtreme('high');
