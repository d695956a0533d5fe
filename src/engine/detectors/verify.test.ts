import { describe, expect, it } from 'vitest';
import type { Evidence, Detection } from '#src/shared/market.ts';
import { barOf, firstDetection } from './bars.fixture.ts';
import { parseDetector } from './parse.ts';
import { DETECTORS } from './registry.ts';
import { verify } from './verify.ts';

const found = (detector: string): Detection => {
  const feed = parseDetector(detector).start();
  feed(barOf(0, '1.1'));
  const detection = feed(barOf(1, '1.155', '1.155'));
  if (!detection) throw new Error('should find');
  return detection;
};

const changed = (change: (evidence: Evidence) => void, value?: number) => {
  const detection = structuredClone(found('big_move'));
  change(detection.evidence);
  return { ...detection, ...(value !== undefined && { value }) };
};

describe('verify', () => {
  it.each(DETECTORS.map(({ name }) => name))(
    'agrees with what %s found, also after a way through JSON',
    (name) => {
      const detection = firstDetection(name);
      expect(verify(detection)).toEqual({ ok: true });
      expect(verify(JSON.parse(JSON.stringify(detection)) as Detection)).toEqual({ ok: true });
    },
  );

  it.each<[string, { detector: string; value: number; evidence: Evidence }]>([
    ['the value is 5.1, the bars give 5.', changed(() => {}, 5.1)],
    ["there is no detector 'nope'.", { ...found('gap'), detector: 'nope' }],
    ['the parameters are not valid for big_move.', changed((e) => (e.params = { min_pct: -1 }))],
    ['the parameters are not valid for big_move.', changed((e) => (e.params = { min_pct: 5, other: 1 }))],
    [
      'the parameters are not complete: min_pct is missing, the bars give 5.',
      changed((e) => (e.params = {})),
    ],
    ['big_move finds nothing on the last bar of the evidence.', changed((e) => (e.params = { min_pct: 6 }))],
    ['big_move finds nothing on the last bar of the evidence.', changed((e) => e.bars.shift())],
    ['big_move finds nothing on the last bar of the evidence.', changed((e) => (e.bars[1]!.close = '1.15'))],
    ['the value is 5, the bars give 9.09090909091.', changed((e) => (e.bars[1]!.close = '1.2'))],
    ['the figures do not hold: close is 1.2, the bars give 1.155.', changed((e) => (e.figures.close = 1.2))],
    [
      'the figures do not hold: close is missing, the bars give 1.155.',
      changed((e) => delete e.figures.close),
    ],
    [
      'the figures do not hold: extra is 1, the bars give no such figure.',
      changed((e) => (e.figures.extra = 1)),
    ],
    ['bar 2 of the evidence is not after the bar before it.', changed((e) => e.bars.reverse())],
    [
      'bar 1 of the evidence has a figure or a time that cannot be read.',
      changed((e) => (e.bars[0]!.close = 'about 1')),
    ],
    [
      'bar 1 of the evidence has a figure or a time that cannot be read.',
      changed((e) => (e.bars[0]!.open = '')),
    ],
    [
      'bar 1 of the evidence has a figure or a time that cannot be read.',
      changed((e) => (e.bars[0]!.low = '-1')),
    ],
    [
      'bar 1 of the evidence has a figure or a time that cannot be read.',
      changed((e) => (e.bars[0]!.time = 'now')),
    ],
    [
      'bar 1 of the evidence has a figure or a time that cannot be read.',
      changed((e) => (e.bars[0]!.volume = 'x')),
    ],
  ])('%s', (reason, detection) => {
    expect(verify(detection)).toEqual({ ok: false, reason });
  });
});
