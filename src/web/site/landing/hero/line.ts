import type { Point } from './view.ts';

const place = ({ x, y }: Point): string => `${x.toFixed(2)},${y.toFixed(2)}`;

/** The points drawn so far; `drawn` in bars: 3.5 ends half way between the fourth and the fifth. */
function upTo(points: readonly Point[], drawn: number): Point[] {
  const whole = Math.floor(drawn);
  const [from, to] = [points[whole], points[whole + 1]];
  const part = drawn - whole;
  const tip =
    from && to && part > 0
      ? [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]
      : [];
  return [...points.slice(0, whole + 1), ...tip];
}

/** The `points` attributes of the two strokes: the way to the event, and the last step, which is the event itself. */
export function strokes(points: readonly Point[], drawn: number): { way: string; step: string } {
  const before = points.length - 2;
  const text = (some: readonly Point[]): string => some.map(place).join(' ');
  return {
    way: text(upTo(points, Math.min(drawn, before))),
    step: drawn > before ? text(upTo(points, drawn).slice(before)) : '',
  };
}
