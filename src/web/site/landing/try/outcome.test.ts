import { describe, expect, it } from 'vitest';
import { findOffered, OFFERED } from './offered.ts';
import { replayFile } from '#src/engine/market/csv/replay.ts';
import type { Bar } from '#src/shared/market.ts';
import { barOf } from '../../market/bars.ts';
import { RECORDED } from '../../market/recorded.ts';
import { DEFAULTS } from './defaults.ts';
import { runRule } from './outcome.ts';
import { preview } from './preview.ts';
import { pace, span, verdict } from './sentences.ts';

const FILES: Record<string, string> = {
  sp500: 'node_modules/vega-datasets/data/sp500-2000.csv',
  apple: 'node_modules/@observablehq/sample-datasets/aapl.csv',
};

const detectorOf = (name: string, params: object = {}) => {
  const configured = findOffered(name)?.configure(params);
  if (!configured?.ok) throw new Error(`${name} doesn’t take these parameters.`);
  return configured.detector;
};

async function engineFacts(id: string, name: string) {
  const feed = detectorOf(name).start();
  const facts = [];
  for await (const bar of replayFile(FILES[id]!).bars) {
    const detection = feed(bar);
    if (detection) facts.push({ time: detection.time, value: detection.value, close: bar.close });
  }
  return facts;
}

describe.each(OFFERED)('$name, with its defaults', ({ name }) => {
  it.each(RECORDED)('sends on $id what the engine finds in the whole file', async ({ id, rows }) => {
    const { sent, years } = runRule(rows.map(barOf), detectorOf(name));
    expect(sent.map(({ time, value, close }) => ({ time, value, close }))).toEqual(
      await engineFacts(id, name),
    );
    expect(years.reduce((sum, { count }) => sum + count, 0)).toBe(sent.length);
  });
});

it('the section starts with the real result of its default rule', async () => {
  const { outcome } = preview();
  const facts = await engineFacts(DEFAULTS.record, DEFAULTS.detector);
  expect(outcome.sent).toHaveLength(facts.length);
  expect(verdict(outcome)).toBe(
    `This rule would have sent ${facts.length} alerts in 20 years, most in 2008.`,
  );
  expect(span(outcome)).toBe('Daily bars from 3 Jan 2000 to 17 Apr 2020');
});

/** Daily bars from texts of closes, from a day on. */
const barsFrom = (date: string, closes: number[]): Bar[] =>
  closes.map((close, day) => {
    const at = new Date(Date.parse(date) + day * 86_400_000).toISOString().slice(0, 10);
    return barOf(`${at},${close},${close},${close},${close},1`);
  });
const move = (closes: number[], date = '2019-12-30') =>
  runRule(barsFrom(date, closes), detectorOf('big_move', { min_pct: 10 }));

it('counts by year, the empty ones too, and finds the busiest month', () => {
  const outcome = move([100, 100, 120, 150, 100]);
  expect(outcome.sent).toMatchObject([
    { value: 20, close: 120, previousClose: 100 },
    { value: 25, close: 150, previousClose: 120 },
    { close: 100, previousClose: 150 },
  ]);
  expect(outcome.years).toEqual([
    { year: 2019, count: 0 },
    { year: 2020, count: 3 },
  ]);
  expect(outcome.busiest).toEqual({ year: 2020, month: 1, count: 3 });
});

describe('the sentences', () => {
  it('none', () => {
    const outcome = move([100, 101]);
    expect(verdict(outcome)).toBe('This rule would have sent no alert in 1 year.');
    expect(pace(outcome)).toBe(
      'No session met the condition. A smaller figure, or another condition, will find some.',
    );
  });
  it('one', () => {
    const outcome = move([100, 120, 121]);
    expect(verdict(outcome)).toBe('This rule would have sent 1 alert in 1 year, on 31 Dec 2019.');
    expect(pace(outcome)).toBe('');
  });
  it('as many in every year as in the others: no year is named', () => {
    expect(verdict(move([100, 120, 120, 100, 100]))).toBe('This rule would have sent 2 alerts in 1 year.');
  });
  it('two years share the lead', () => {
    const closes = Array.from({ length: 1100 }, () => 100);
    closes[400] = 150;
    closes[800] = 150;
    expect(verdict(move(closes, '2017-01-01'))).toBe(
      'This rule would have sent 4 alerts in 3 years, most in 2018 and 2019.',
    );
    expect(pace(move(closes, '2017-01-01'))).toBe(
      'That is about 1.3 a year; the busiest month, February 2018, had 2.',
    );
  });
  it('many', () => {
    const closes = Array.from({ length: 366 }, (_, day) => (day % 2 === 0 ? 100 : 150));
    const outcome = move(closes, '2021-01-01');
    expect(verdict(outcome)).toMatch(/^This rule would have sent 365 alerts in 1 year, most in 2021\.$/);
    expect(pace(outcome)).toMatch(
      / a month; the busiest month, March 2021, had 31\. A stricter figure sends fewer\.$/,
    );
  });
});
