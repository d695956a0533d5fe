import { describe, expect, it } from 'vitest';
import { plainWords } from '#src/engine/content/plain-words.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { findDetector } from '#src/engine/detectors/registry.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import type { Detection } from '#src/shared/market.ts';
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
  if (!configured?.ok) throw new Error('The rule does not hold.');
  const feed = configured.detector.start();
  const found = [];
  for await (const bar of replayFile(FILES[of]!).bars) found.push(feed(bar));
  return found.filter((detection) => detection !== null);
}

describe.each(choices)('$id', ({ of, until, rule, series }) => {
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

  it('draws the bars to scale, from left to right', () => {
    const { points, days } = view.chart;
    expect(points).toHaveLength(event.bars.length);
    expect(days.at(-1)).toBe(view.day);
    expect(points[0]?.x).toBe(0);
    expect(points.at(-1)?.x).toBe(100);
    for (const { y } of points) expect(y >= 0 && y <= 100).toBe(true);
    // A higher price stands higher: between two closes the order on paper is the order of the prices.
    const closes = event.bars.slice(0, -1).map(({ close }) => close);
    const byPrice = closes.map((_, index) => index).toSorted((a, b) => closes[b]! - closes[a]!);
    const ys = byPrice.map((index) => points[index]!.y);
    expect(ys).toEqual(ys.toSorted((a, b) => a - b));
    expect(view.chart.previous.at).toEqual(points.at(-2));
    expect(view.chart.event.at).toEqual(points.at(-1));
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
