/**
 * Alerts a second from the event to all that is sent of it: verified, written, pictured and rendered for every channel, on
 * two drawing threads, beside the same without pictures. Every event is another one, so no picture is kept from before. No
 * database: what is measured is the work of making content.
 *
 *   npm run bench -- content [alerts, 200 unless told]
 */
import pLimit from 'p-limit';
import { channels } from '#src/engine/channels/registry.ts';
import { renderAlert } from '#src/engine/alerts/revision.ts';
import { createDrawPool } from '#src/engine/content/picture/draw-pool.ts';
import { madeEvents } from '#src/engine/content/picture/events.fixture.ts';
import { pictureOf } from '#src/engine/content/picture/picture-of-alert.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { verifyDetection } from '#src/engine/events/verify-condition.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { printResults } from './support/result.ts';

const COUNT = Number(process.argv[2] ?? 200);
const AT_ONCE = 8;

const script = new URL('../src/engine/content/picture/draw-worker.ts', import.meta.url);
const pool = createDrawPool({ threads: 2, limitsMs: { wait: 600_000, draw: 60_000 }, script });
await Promise.all(
  [1, 2].map(() => pool.draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 1)),
);
const events = madeEvents();

type Pictures = 'none' | 'chart' | 'chart and card';

async function alert(n: number, pictures: Pictures): Promise<void> {
  const event = events[n % events.length];
  if (!event) throw new Error('There are no events.');
  const { input } = event;
  const verdict = verifyDetection(input);
  if (!verdict.ok) throw new Error(verdict.reason);
  // Another brand each time, so that nothing is the same.
  const document = writeAlert({ ...input, brand: { ...input.brand, name: `Brand ${n}` } });
  const drawn: AlertDocument =
    pictures === 'none' ? document : { ...document, chart: await chartOf(document, event) };
  if (pictures === 'chart and card') {
    const { svg, zoom } = pictureOf(document, event, { format: 'social' });
    await pool.draw(svg, zoom);
  }
  await renderAlert({ version: 2, documents: [drawn] }, channels());
}

async function chartOf(document: AlertDocument, event: (typeof events)[number]) {
  const { svg, zoom, size, description } = pictureOf(document, event, { format: 'chart' });
  await pool.draw(svg, zoom);
  return {
    description,
    picture: { hash: 'a'.repeat(64), type: 'image/png' as const, ...size },
    problem: null,
  };
}

/** @returns alerts a second */
async function rate(pictures: Pictures, count: number): Promise<number> {
  const limit = pLimit(AT_ONCE);
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, (_, n) => limit(() => alert(n, pictures))));
  return count / ((performance.now() - began) / 1_000);
}

await rate('chart and card', 16);
const rates = new Map<Pictures, number>();
for (const pictures of ['none', 'chart', 'chart and card'] as const) {
  rates.set(pictures, await rate(pictures, COUNT));
  console.log(`${pictures.padEnd(16)}${(rates.get(pictures) ?? 0).toFixed(1).padStart(8)} alerts a second`);
}
await pool.stop();
const bare = rates.get('none') ?? Number.NaN;
printResults([
  {
    bench: 'content, with the chart',
    ours: rates.get('chart') ?? 0,
    peer: bare,
    unit: 'alerts a second, beside none',
  },
  {
    bench: 'content, with chart and card',
    ours: rates.get('chart and card') ?? 0,
    peer: bare,
    unit: 'alerts a second, beside none',
  },
]);
