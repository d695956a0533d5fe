/**
 * How long an alert's chart takes in each of its styles, from the evidence to the PNG on one thread: at most 60 ms. Medians
 * over events of every detector, none of them kept from the round before.
 *
 *   npm run bench -- pictures
 */
import { chartFacts } from '#src/engine/content/picture/chart-facts.ts';
import { drawChart } from '#src/engine/content/picture/draw-chart.ts';
import { createDrawPool } from '#src/engine/content/picture/draw-pool.ts';
import { madeEvents } from '#src/engine/content/picture/events.fixture.ts';
import { CHART_STYLES } from '#src/engine/content/picture/facts.ts';
import { printResults } from './support/result.ts';

const ROUNDS = 3;
const GOAL_MS = 60;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const script = new URL('../src/engine/content/picture/draw-worker.ts', import.meta.url);
const pool = createDrawPool({ threads: 1, limitsMs: { wait: 60_000, draw: 60_000 }, script });
const events = madeEvents();
await pool.draw('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>', 1);

const figures = [];
for (const style of CHART_STYLES) {
  const times: number[] = [];
  const weights: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const event of events) {
      const began = performance.now();
      const facts = chartFacts(event.document, event);
      const closes = facts.bars.map(({ close }, at) => close * (1 + Math.sin(at / 9) / 20));
      const others = style === 'comparison' ? [{ name: ['OTHER'], closes }] : [];
      const streak = facts.streak ?? { length: 4, label: ['In a row'] };
      const svg = drawChart(
        { ...facts, others, streak },
        { style, look: event.document.look, theme: 'light' },
      );
      const png = await pool.draw(svg, 2);
      times.push(performance.now() - began);
      weights.push(png.length);
    }
  const ours = median(times);
  console.log(
    `${style.padEnd(12)}${ours.toFixed(1).padStart(8)} ms${(median(weights) / 1000).toFixed(0).padStart(6)} kB`,
  );
  figures.push({ bench: 'pictures', ours, goal: GOAL_MS, unit: `ms, chart as ${style}`, lessIsBetter: true });
}
await pool.stop();
printResults(figures);
process.exitCode = figures.every(({ ours }) => ours <= GOAL_MS) ? 0 : 1;
