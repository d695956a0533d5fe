import { createHash } from 'node:crypto';
import { SHAPES } from './languages/lexicon.ts';

/**
 * Which shape the last of these events has: its own choice, or the next shape if the event before has that one. The keys
 * are those of a brand's events, oldest first. `fromStart`: the first of them is the brand's first, which reads as the
 * documentation shows it. Otherwise what the first key's shape is matters less with each event after it: two choices
 * that fall together stay together.
 */
export function shapeOf(keys: readonly string[], fromStart: boolean): number {
  let shape: number | null = null;
  for (const key of keys) {
    const chosen = createHash('sha256').update(key).digest().readUInt32BE(0) % SHAPES;
    if (shape === null) shape = fromStart ? 0 : chosen;
    else shape = chosen === shape ? (chosen + 1) % SHAPES : chosen;
  }
  return shape ?? 0;
}
