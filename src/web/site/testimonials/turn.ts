/** The place after moving by `by` among `count`, going round at both ends. */
export function turn(index: number, by: number, count: number): number {
  return (((index + by) % count) + count) % count;
}

const SWIPE_PX = 50;

/** Which way a finger has turned the page: 1 on, -1 back, 0 not far enough or rather up and down. */
export function swiped(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}
