import { createHash } from 'node:crypto';
import { SHAPES } from './languages/lexicon.ts';

/**
 * Which shape an alert's texts have: chosen by its event, and never that of the workspace's alert before. The same event
 * after the same alert always reads the same.
 */
export function nextShape(eventId: string, before: number | null): number {
  const chosen = createHash('sha256').update(eventId).digest().readUInt32BE(0);
  return before === null ? chosen % SHAPES : (before + 1 + (chosen % (SHAPES - 1))) % SHAPES;
}
