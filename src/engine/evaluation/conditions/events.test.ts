import { expect, it } from 'vitest';
import type { Detection } from '#src/shared/market.ts';
import { EVENT_NAMES, EVENTS } from '#src/shared/rules/events.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printRule } from '#src/shared/rules/print.ts';
import { barsFor, LIVELY_EVENTS, BUSY } from '#src/engine/detectors/bars.fixture.ts';
import { DETECTORS, findDetector } from '#src/engine/detectors/registry.ts';
import { detectorName, ruleDetector } from './rule-feed.ts';
import { runRules } from './rules-run.ts';
import { verifyDetection } from '#src/engine/events/verify-condition.ts';

it('has every detector as an event, with its figures, usual values and words', () => {
  expect(
    EVENT_NAMES.toSorted(),
    'Declare each detector of registry.ts in src/shared/rules/events.ts.',
  ).toEqual(DETECTORS.map(({ name }) => name).toSorted());
  for (const { name, defaults, words } of DETECTORS) {
    const { params } = EVENTS[name]!;
    expect(Object.fromEntries(params.map((param) => [param.name, param.default])), name).toEqual(defaults);
    for (const param of params) expect(param.words ?? {}).toEqual(words[param.name] ?? {});
  }
});

it.each(EVENT_NAMES)('%s: the bounds of its figures are those of the detector', (name) => {
  const { params } = EVENTS[name]!;
  const takes = (at: number, value: number): boolean => {
    const figures = params.map((param) => [param.name, param.default] as const);
    return findDetector(name)!.configure({
      ...Object.fromEntries(figures),
      ...(name.endsWith('_cross') && name !== 'rsi_cross' && { fast: 1, slow: 2000 }),
      [params[at]!.name]: value,
    }).ok;
  };
  for (const [at, { least, most, open, words }] of params.entries()) {
    if (words || (name.endsWith('cross') && at === 0)) continue;
    expect(takes(at, most), `most of ${params[at]!.name}`).toBe(!open);
    expect(takes(at, most + 1)).toBe(false);
    expect(takes(at, least)).toBe(!open);
    expect(takes(at, -1)).toBe(false);
  }
});

const detections = (text: string): Detection[] => {
  const feed = ruleDetector(parseRule(text)).start();
  return barsFor(text).flatMap((bar) => feed(bar) ?? []);
};

it.each(EVENT_NAMES)('%s alone is its detector, and joined it holds on the same bars', (name) => {
  const text = LIVELY_EVENTS[name]!;
  expect(printRule(parseRule(text))).toBe(text);
  expect(detectorName(parseRule(text))).toBe(name);
  const alone = detections(text);
  expect(alone.length, `Give ${name} figures in bars.fixture.ts at which it finds more.`).toBeGreaterThan(2);
  expect(alone.every((detection) => detection.detector === name)).toBe(true);
  const joined = detections(`${text} and close > 0`);
  expect(joined.map(({ time }) => time)).toEqual(alone.map(({ time }) => time));
  expect(joined.every((detection) => detection.detector === 'rule')).toBe(true);
  for (const detection of [alone.at(-1)!, joined.at(-1)!])
    expect(verifyDetection(detection)).toEqual({ ok: true });
});

it('goes on from a snapshot as if nothing had happened', () => {
  const rules = Object.values(LIVELY_EVENTS).map((text) => parseRule(`${text} and close > 0`));
  const whole = runRules(rules);
  let cut = runRules(rules);
  for (const [at, bar] of BUSY.slice(0, 300).entries()) {
    if (at % 37 === 0) cut = runRules(rules, JSON.parse(JSON.stringify(cut.snapshot())));
    expect(cut.next(bar)).toEqual(whole.next(bar));
  }
});
