import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { chartOf } from './chart-of-event.ts';
import { createDrawPool, PictureError } from './draw-pool.ts';
import { madeEvents } from './events.fixture.ts';
import { rasterize } from './rasterize.ts';

const folder = mkdtempSync(join(tmpdir(), 'draw-pool-'));
const pools: ReturnType<typeof createDrawPool>[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.stop()));
  rmSync(folder, { recursive: true });
});

const poolOf = (
  threads: number,
  script = new URL('./draw-worker.ts', import.meta.url),
  limitsMs = { wait: 60_000, draw: 60_000 },
) => {
  const pool = createDrawPool({ threads, limitsMs, script });
  pools.push(pool);
  return pool;
};
const hash = (png: Buffer): string => createHash('sha256').update(png).digest('hex');
const CHARTS = madeEvents().map((event) => chartOf(event.document, event).svg);

test('the same chart is the same bytes, in one thread, in three, and again', async () => {
  const [one, three] = [poolOf(1), poolOf(3)];
  const some = CHARTS.slice(0, 5);
  const draw = async (pool: typeof one): Promise<string[]> =>
    (await Promise.all(some.map((svg) => pool.draw(svg, 2)))).map(hash);
  const first = await draw(one);
  expect(new Set(first).size).toBe(some.length);
  expect(await draw(three)).toEqual(first);
  expect(await draw(one)).toEqual(first);
});

test('a chart has twice the pixels of its place, letters of our own fonts, and the weight of an email', async () => {
  const [svg = ''] = CHARTS;
  const [png, mute] = await Promise.all([rasterize(svg), rasterize(svg.replaceAll(/<text.*?<\/text>/g, ''))]);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1056, 640]);
  expect(png.length).toBeGreaterThan(mute.length + 5_000);
  for (const chart of CHARTS) expect((await rasterize(chart)).length).toBeLessThan(80_000);
});

test('a chart that was drawn is kept, and one that cannot be drawn says why and is tried again', async () => {
  const [svg = ''] = CHARTS;
  expect(await rasterize(svg)).toBe(await rasterize(svg));
  const broken = rasterize('<svg');
  await expect(broken).rejects.toThrow(PictureError);
  expect(rasterize('<svg')).not.toBe(broken);
  await expect(rasterize('<svg')).rejects.toThrow(PictureError);
});

/** A thread that answers, ends or hangs as it is told. */
const strange = join(folder, 'strange.mjs');
writeFileSync(
  strange,
  `import { parentPort } from 'node:worker_threads';
parentPort.postMessage({ ready: true });
parentPort.on('message', ({ id, svg }) => {
  if (svg === 'crash') process.exit(1);
  if (svg === 'throw') setImmediate(() => { throw new Error('out of paint'); });
  if (svg === 'hang') for (;;);
  if (svg === 'draw') parentPort.postMessage({ id, png: new Uint8Array([1]) });
});`,
);

test('a thread that crashes or hangs fails its own picture in time, and the next is drawn', async () => {
  const pool = poolOf(1, pathToFileURL(strange), { wait: 60_000, draw: 700 });
  const drawn = Buffer.from([1]);
  await expect(pool.draw('crash', 1)).rejects.toThrow('The thread ended.');
  expect(await pool.draw('draw', 1)).toEqual(drawn);
  await expect(pool.draw('throw', 1)).rejects.toThrow('out of paint');
  expect(await pool.draw('draw', 1)).toEqual(drawn);
  await expect(pool.draw('hang', 1)).rejects.toThrow('It took longer than 0.7 seconds.');
  expect(await pool.draw('draw', 1)).toEqual(drawn);
});

test('a queue that is full fails the next picture at once, and goes on', async () => {
  const script = pathToFileURL(strange);
  const pool = createDrawPool({
    threads: 1,
    limitsMs: { wait: 60_000, draw: 60_000 },
    script,
    mostWaiting: 2,
  });
  pools.push(pool);
  const some = [1, 2, 3].map(() => pool.draw('draw', 1));
  await expect(some[2]).rejects.toThrow('Too many pictures were waiting');
  expect(await Promise.all(some.slice(0, 2))).toHaveLength(2);
});

test('a picture waits for a thread no longer than it may, and the one before it is drawn', async () => {
  const pool = poolOf(1, pathToFileURL(strange), { wait: 300, draw: 60_000 });
  // Its thread has to start first.
  await vi.waitFor(() => pool.draw('draw', 1), { timeout: 60_000 });
  const hangs = pool.draw('hang', 1).catch((error: Error) => error.message);
  await expect(pool.draw('draw', 1)).rejects.toThrow('No thread was free for 0.3 seconds.');
  await pool.stop();
  expect(await hangs).toBe('The thread ended.');
});
