import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainWords } from '#src/engine/content/plain-words.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { findDetector } from '#src/engine/detectors/registry.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import type { Detection } from '#src/shared/market.ts';
import { formatLevel } from '../../market/words.ts';
import { choices } from './choices.ts';
import { catchEvent } from './event.ts';
import { viewOf } from './view.ts';

const FILES: Record<string, string> = {
  sp500: 'node_modules/vega-datasets/data/sp500-2000.csv',
  apple: 'node_modules/@observablehq/sample-datasets/aapl.csv',
};

/** Everything the engine's registered detector finds on the whole file. */
async function detections(of: string, rule: { detector: string; min_pct: number }): Promise<Detection[]> {
  const configured = findDetector(rule.detector)?.configure({ min_pct: rule.min_pct });
  if (!configured?.ok) throw new Error('The rule doesn’t hold.');
  const feed = configured.detector.start();
  const found = [];
  for await (const bar of replayFile(FILES[of]!).bars) found.push(feed(bar));
  return found.filter((detection) => detection !== null);
}

describe.each(choices)('$id', ({ of, until, rule, series, charts }) => {
  const event = catchEvent(series);
  const view = viewOf(series, event);

  it('catches on its last bar what the engine finds on the full record, and nothing before', async () => {
    const all = await detections(of, rule);
    const within = all.filter(({ time }) => time >= event.bars[0]!.ts && time <= Date.parse(until));
    expect(within).toEqual([event.detection]);
    expect(event.bars).toHaveLength(series.rows.length);
    expect(view.date).toBe(until);
  });

  it('says it in the words of the engine, figure by figure', () => {
    const document = writeAlert({
      brand: { name: 'Bellwire', color: '#8a6116' },
      symbol: series.symbol,
      name: series.name,
      timeZone: 'America/New_York',
      priceDecimals: 2,
      timeframe: '1d',
      detector: rule.detector,
      value: event.detection.value,
      evidence: event.detection.evidence,
      eventTime: event.detection.time,
      trial: false,
    });
    const written = plainWords(document);
    expect(view.headline).toBe(written.headline);
    expect(view.lead.map(({ text }) => text).join('')).toBe(written.lead);
    expect(view.change.replace('\u2212', '-')).toBe(written.figure?.value);
    expect(view.direction).toBe(document.direction);
    expect(view.day).toBe(written.dateline.split(' · ')[1]);
    const ruleRow = written.rows.find(({ label }) => label === 'Rule');
    expect(view.rule.toLowerCase()).toContain(`rule: ${ruleRow?.value.toLowerCase()}`);
  });

  it('has a chart of the product with the same figures, in the colors of the page', () => {
    expect(view.days).toHaveLength(event.bars.length);
    expect(view.days.at(-1)).toBe(view.day);
    expect(charts.summary).toContain(series.name);
    for (const { svg, plot } of [charts.wide, charts.narrow]) {
      const texts = svg.replaceAll(/<[^>]*>/g, ' ');
      expect(texts).toContain(view.change.replace('\u2212', '-'));
      expect(texts).toContain(formatLevel(event.bars.at(-1)!.close));
      expect(svg, 'a color that no mode changes').not.toMatch(/#[0-9a-f]{3,6}\b/i);
      expect(svg).not.toMatch(/NaN|undefined/);
      expect(plot > 0.7 && plot < 1).toBe(true);
      // A few kB of the page.
      expect(gzipSync(svg).length).toBeLessThan(2_500);
    }
  });
});

it('every choice shows another event', () => {
  const shown = choices.map(({ series }) => viewOf(series, catchEvent(series)).headline);
  expect(new Set(shown).size).toBe(choices.length);
});

it('refuses a series whose rule finds nothing', () => {
  const [{ series }] = choices as [(typeof choices)[number]];
  expect(() => catchEvent({ ...series, rows: series.rows.slice(0, 5) })).toThrow('finds nothing');
});
