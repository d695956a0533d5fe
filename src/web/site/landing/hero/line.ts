import type { Point } from './view.ts';

const text = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');

/** The `points` attributes of the two strokes: the way to the event, and the last step, which is the event itself. */
export function strokes(points: readonly Point[]): { way: string; step: string } {
  return { way: text(points.slice(0, -1)), step: text(points.slice(-2)) };
}
