import { expect, test } from 'vitest';
import { detectorFace, figureLabel, figureText } from './detectors.ts';

test.each([
  ['change_pct', -11.984, 'figure', 'Change', '\u221211.98%'],
  ['min_pct', 2.5, 'param', 'Threshold', '2.5%'],
  ['previous_close', 2711.02002, 'figure', 'Previous close', '2,711.02002'],
  ['spread_pct', 1, 'figure', 'Spread', '+1.00%'],
] as const)('%s', (key, value, kind, label, text) => {
  expect(figureLabel(key)).toBe(label);
  expect(figureText(key, value, kind)).toBe(text);
});

test('a detector that this page does not know is named by itself', () => {
  expect(detectorFace('opening_range')).toEqual({ title: 'Opening range', unit: 'level' });
});
