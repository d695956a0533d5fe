import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createDrawPool } from './draw-pool.ts';

const THREADS = Math.min(2, availableParallelism());
/** A picture takes a twentieth of a second; these are for machines that are busy with something else. */
const LIMITS_MS = { wait: 10_000, draw: 5_000 };
/** No alert waits for these: a slow picture is better than an error. */
const ASKED_LIMITS_MS = { wait: 40_000, draw: 20_000 };
/** Pictures that are kept: the same event in the same look is asked for again by other rules and by previews. */
const KEPT = 32;

const pool = createDrawPool({
  threads: THREADS,
  limitsMs: LIMITS_MS,
  script: new URL('./draw-worker.ts', import.meta.url),
});
/** Somebody who asks for many pictures must not hold up those of alerts that are on their way. */
const askedPool = createDrawPool({
  threads: 1,
  limitsMs: ASKED_LIMITS_MS,
  mostWaiting: 40,
  script: new URL('./draw-worker.ts', import.meta.url),
});
const kept = new Map<string, Promise<Buffer>>();

/**
 * An SVG of ours as PNG, with `zoom` pixels of the file for one of the page, drawn by a thread of its own. The same SVG
 * gives the same bytes, on every machine and in every thread.
 * @throws PictureError where it can't be drawn in time
 */
export const rasterize = (svg: string, zoom = 2): Promise<Buffer> => drawnOnce(pool, svg, zoom);

/** The same for pictures that somebody looks at, in a thread apart. */
export const rasterizeAsked = (svg: string, zoom = 2): Promise<Buffer> => drawnOnce(askedPool, svg, zoom);

function drawnOnce({ draw }: Pick<typeof pool, 'draw'>, svg: string, zoom: number): Promise<Buffer> {
  const key = createHash('sha256').update(`${zoom} ${svg}`).digest('base64');
  const known = kept.get(key);
  if (known) return known;
  const drawn = draw(svg, zoom);
  kept.set(key, drawn);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  // What could not be drawn is tried again by the next.
  drawn.catch(() => kept.delete(key));
  return drawn;
}
