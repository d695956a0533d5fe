import type { Point } from './view.ts';

const text = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');

/**
 * The `points` attributes of the two strokes once `closed` bars have: the way to the event, and the last step, which
 * is the event itself.
 */
export function strokes(points: readonly Point[], closed: number): { way: string; step: string } {
  const before = points.length - 1;
  return {
    way: text(points.slice(0, Math.min(closed, before))),
    step: closed > before ? text(points.slice(-2)) : '',
  };
}
