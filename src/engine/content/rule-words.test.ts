import { describe, expect, it } from 'vitest';
import type { ChosenFormats } from '#src/shared/formats.ts';
import type { Detection } from '#src/shared/market.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { OF_PREMARKET } from '#src/shared/rules/functions-days.ts';
import { FUNCTION_NAMES, FUNCTIONS } from '#src/shared/rules/functions.ts';
import { ruleDetector } from '../evaluation/conditions/rule-feed.ts';
import { BUSY, BUSY_HOURS } from '../detectors/bars.fixture.ts';
import { type PlainWords, plainWords } from './plain-words.ts';
import { writeAlert, WriterError } from './writer.ts';

const firstOf = (text: string, bars = BUSY): Detection => {
  const feed = ruleDetector(parseRule(text)).start();
  for (const bar of bars) {
    const detection = feed(bar);
    if (detection) return detection;
  }
  throw new Error(`Nothing found: ${text}`);
};
const write = (detection: Detection, formats: ChosenFormats = {}): PlainWords =>
  plainWords(
    writeAlert({
      brand: { name: 'Harbor & Vale', color: '#0f4c5c', formats },
      symbol: 'GME',
      name: 'GameStop',
      timeZone: 'UTC',
      timeframe: '1d',
      detector: detection.detector,
      value: detection.value,
      evidence: detection.evidence,
      eventTime: detection.time,
      trial: false,
    }),
  );

/** As a database gives it back: objects have their keys in its order, the shortest first. */
const stored = (detection: Detection): Detection => {
  const { figures } = detection.evidence;
  const keys = Object.keys(figures).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return {
    ...detection,
    evidence: {
      ...detection.evidence,
      figures: Object.fromEntries(keys.map((key) => [key, figures[key] ?? 0])),
    },
  };
};

describe('an alert of a rule', () => {
  it.each(['close > open', 'rsi(3) < 101 and close > 1', 'highest(high, 5) >= 1.001 * low', 'volume > 2'])(
    'says the same of what a database gave back: %s',
    (text) => {
      const detection = firstOf(text);
      expect(write(stored(detection))).toEqual(write(detection));
    },
  );

  it('says in words what the rule says, and lists the figures that it compared', () => {
    const alert = write(firstOf('close crosses above sma(50) and volume > 0.9 * avg(volume, 20)'));
    expect(alert.subject).toBe(
      'GameStop: the close crosses above its 50-bar average and the volume is above 0.9 times its 20-bar average',
    );
    expect(alert.rows.map(({ label }) => label)).toEqual([
      '50-bar average of the close',
      'Volume',
      '0.9 times the 20-bar average of the volume',
      'Previous close',
      'When',
      'Rule',
    ]);
    expect(alert.lead).toMatch(
      /^GameStop \(GME\) closed at [\d.,]+ on .+, after [\d.,]+ on .+\. The close crosses/,
    );
    expect(alert.text).not.toMatch(/\{\{|NaN|undefined/);
  });

  it('says of which bars its figures are', () => {
    const detection = firstOf('close > 1');
    const alert = write({
      ...detection,
      value: 52,
      evidence: {
        ...detection.evidence,
        rule: 'close of ES on 15m > sma(20) on 1d',
        figures: { 'close of ES on 15m': 52, 'sma(20) on 1d': 51.25 },
      },
    });
    expect(alert.subject).toBe(
      'GameStop: the close of ES on 15-minute bars is above the 20-bar average of the close on daily bars',
    );
    expect(alert.rows.slice(0, 2).map(({ label }) => label)).toEqual([
      'Close of ES on 15-minute bars',
      '20-bar average of the close on daily bars',
    ]);
  });

  it('says of a bar that is not over how it stood', () => {
    const detection = firstOf('close crosses above sma(50)');
    const time = detection.time + (14 * 60 + 3) * 60_000;
    const until = new Date(time).toISOString();
    const { lead, figure } = write({ ...detection, time, evidence: { ...detection.evidence, until } });
    expect(lead).toMatch(
      /^GameStop \(GME\) stood at [\d.,]+ at 14:03 UTC on .+, with the daily bar still open, after [\d.,]+ on .+\. The close crosses/,
    );
    expect(figure?.label).toBe('Price');
  });

  it('keeps a long rule out of the subject', () => {
    const long = Array.from({ length: 8 }, (_, at) => `close > ${at / 10}`).join(' and ');
    const alert = write(firstOf(long));
    expect(alert.subject).toBe('GameStop meets the conditions of a rule');
    expect(alert.text).toContain('The close is above 0 and the close is above 0.1');
  });

  it.each(FUNCTION_NAMES)('can be written about %s', (name) => {
    const { params, from, example } = FUNCTIONS[name]!;
    const figures = params.map((param, at) => (param.whole ? 5 + 2 * at : Math.min(2, param.most)));
    const before = {
      pairs: ['close', 'high'],
      conditions: ['close > open'],
      choices: ['close > open', 'close'],
    };
    const given = from in before ? before[from as keyof typeof before] : [];
    const call = example ?? `${name}(${[...given, ...(from === 'time' ? ['tokyo'] : figures)].join(', ')})`;
    const alert = write(firstOf(`${call} > -1e12`, OF_PREMARKET.has(name) ? BUSY_HOURS : BUSY));
    expect(alert.rows[0]?.value).toMatch(/^-?[\d,]+(\.\d+)?$/);
  });

  it('is refused where the figure is not the detection’s, and without a rule', () => {
    const detection = firstOf('rsi(14) > 50');
    expect(() => write({ ...detection, value: detection.value + 1 })).toThrow(WriterError);
    const { rule: _gone, ...evidence } = detection.evidence;
    expect(() => write({ ...detection, evidence })).toThrow('There are no words');
  });
});

it('writes the numbers of a rule as the brand writes its figures, in English', () => {
  const detection = firstOf('close > 100.5 and volume > 1000');
  const said = (formats: ChosenFormats): string => write(detection, formats).lead;
  expect(said({})).toMatch(/above 100\.5 .*above 1,?000/);
  expect(said({ separators: 'point_comma' })).toMatch(/above 100,5 .*above 1\.?000/);
});
