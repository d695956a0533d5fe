/**
 * How long an alert's pictures take on one thread, from the evidence to the PNG: the chart in each of its styles, at most
 * 60 ms, and the cards, at most 100 ms, beside the same card laid out by satori and drawn by the same renderer. Medians
 * over events of every detector, none of them kept from the round before; ours and satori's in turns.
 *
 *   npm run bench -- pictures [rounds, 3 unless told]
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import satori from 'satori';
import { chartFacts } from '#src/engine/content/picture/chart-facts.ts';
import { drawBody } from '#src/engine/content/picture/draw-body.ts';
import { drawChart } from '#src/engine/content/picture/draw-chart.ts';
import { createDrawPool } from '#src/engine/content/picture/draw-pool.ts';
import { madeEvents, type MadeEvent } from '#src/engine/content/picture/events.fixture.ts';
import { CHART_STYLES } from '#src/engine/content/picture/facts.ts';
import { paletteOf } from '#src/engine/content/picture/palette.ts';
import { pictureOf } from '#src/engine/content/picture/picture-of-alert.ts';
import { plainWords } from '#src/engine/content/plain-words.ts';
import { PICTURE_FORMATS } from '#src/shared/content/picture-formats.ts';
import { type Figure, printResults } from './support/result.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const GOAL_MS = { chart: 60, card: 100 } as const;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const script = new URL('../src/engine/content/picture/draw-worker.ts', import.meta.url);
const pool = createDrawPool({ threads: 1, limitsMs: { wait: 60_000, draw: 60_000 }, script });
const events = madeEvents();
await pool.draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 1);

/** Milliseconds of each, over all events and rounds. */
async function measured(draw: (event: MadeEvent) => Promise<{ svg: string; zoom: number }>) {
  const times: number[] = [];
  const weights: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const event of events) {
      const began = performance.now();
      const { svg, zoom } = await draw(event);
      const png = await pool.draw(svg, zoom);
      times.push(performance.now() - began);
      weights.push(png.length);
    }
  return { ms: median(times), bytes: median(weights) };
}

const figures: Figure[] = [];
function note(
  what: string,
  { ms, bytes }: { ms: number; bytes: number },
  than: { goal: number } | { peer: number },
) {
  console.log(`${what.padEnd(24)}${ms.toFixed(1).padStart(8)} ms${(bytes / 1000).toFixed(0).padStart(6)} kB`);
  figures.push({ bench: 'pictures', ours: ms, ...than, unit: `ms, ${what}`, lessIsBetter: true });
}

for (const style of CHART_STYLES) {
  const result = await measured(async (event) => {
    const facts = chartFacts(event.document, event);
    const closes = facts.bars.map(({ close }, at) => close * (1 + Math.sin(at / 9) / 20));
    const others = style === 'comparison' ? [{ name: ['OTHER'], closes }] : [];
    const streak = facts.streak ?? { length: 4, label: ['In a row'] };
    const drawn = { ...facts, others, streak };
    return { svg: drawChart(drawn, { style, look: event.document.look, theme: 'light' }), zoom: 2 };
  });
  note(`chart as ${style}`, result, { goal: GOAL_MS.chart });
}
for (const format of PICTURE_FORMATS) {
  if (format === 'chart') continue;
  const result = await measured(async (event) => pictureOf(event.document, event, { format }));
  note(`card as ${format}`, result, { goal: GOAL_MS.card });
}

const { resolve } = createRequire(import.meta.url);
const font = async (name: string, file: string, weight: 400 | 500 | 600) => ({
  name,
  weight,
  style: 'normal' as const,
  data: await readFile(resolve(`@expo-google-fonts/${file}`)),
});
const fonts = await Promise.all([
  font('Newsreader', 'newsreader/500Medium/Newsreader_500Medium.ttf', 500),
  font('Inter', 'inter/400Regular/Inter_400Regular.ttf', 400),
  font('JetBrains Mono', 'jetbrains-mono/600SemiBold/JetBrainsMono_600SemiBold.ttf', 600),
]);

type Style = Record<string, string | number>;
const box = (style: Style, ...children: unknown[]) => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children: children.length === 1 ? children[0] : children },
});

/** The social card with the same words, type, colors and chart, laid out by flexbox. */
async function bySatori(event: MadeEvent): Promise<{ svg: string; zoom: number }> {
  const { document } = event;
  const facts = chartFacts(document, event);
  const palette = paletteOf(document.look, 'light');
  const words = plainWords(document);
  const body = drawBody(facts, { style: 'line', palette, width: 380, height: 246 });
  const chart = `<svg xmlns="http://www.w3.org/2000/svg" width="589" height="381" viewBox="0 0 380 246">${body}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(chart).toString('base64')}`;
  const card = box(
    {
      width: 1200,
      height: 630,
      flexDirection: 'column',
      backgroundColor: palette.paper,
      fontFamily: 'Inter',
    },
    box(
      {
        height: 88,
        padding: '0 56px',
        alignItems: 'center',
        backgroundColor: document.look.color,
        color: '#fff',
      },
      box({ fontFamily: 'Newsreader', fontSize: 32 }, document.look.name),
    ),
    box(
      { flexGrow: 1, padding: '32px 56px 24px', justifyContent: 'space-between' },
      box(
        { flexDirection: 'column', width: 457, justifyContent: 'space-between' },
        box({ fontFamily: 'Newsreader', fontSize: 50, color: palette.ink }, words.headline),
        box({ fontFamily: 'JetBrains Mono', fontSize: 64, color: palette.down }, words.figure?.value ?? ''),
      ),
      { type: 'img', props: { src, width: 589, height: 381 } },
    ),
    box(
      { padding: '0 56px 34px', flexDirection: 'column', fontSize: 16, color: palette.mute },
      box({ fontSize: 19, color: palette.ink }, words.dateline),
      box({}, words.disclaimers[0] ?? ''),
    ),
  );
  return {
    svg: await satori(card as Parameters<typeof satori>[0], { width: 1200, height: 630, fonts }),
    zoom: 1,
  };
}

const turns = { ours: [] as number[], satori: [] as number[] };
for (let round = 0; round < 2; round += 1) {
  turns.satori.push((await measured(bySatori)).ms);
  turns.ours.push(
    (await measured(async (event) => pictureOf(event.document, event, { format: 'social' }))).ms,
  );
}
note(
  'card as social, beside satori',
  { ms: Math.min(...turns.ours), bytes: 0 },
  { peer: Math.min(...turns.satori) },
);
await pool.stop();
printResults(figures);
process.exitCode = figures.every((each) => !('goal' in each) || each.ours <= each.goal) ? 0 : 1;
