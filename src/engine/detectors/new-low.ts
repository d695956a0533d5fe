import { newExtreme } from './new-extreme.ts';

/**
 * The close lies below the lowest low of the `window` bars before, and in none of the `quiet` bars before did it.
 * `value`: the close.
 */
export const newLow = newExtreme('low');
