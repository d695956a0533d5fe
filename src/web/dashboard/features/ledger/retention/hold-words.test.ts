import { expect, it } from 'vitest';
import { coveredBy, daysOf } from './hold-words.ts';

it('names what a hold covers', () => {
  expect(coveredBy({ scope: 'ledger', name: null, target: null })).toBe('The whole ledger');
  expect(coveredBy({ scope: 'symbol', name: 'SPX', target: 'SPX' })).toBe('The symbol SPX');
  expect(coveredBy({ scope: 'brand', name: 'Harbor', target: 'x' })).toBe('The brand “Harbor”');
  expect(coveredBy({ scope: 'alert', name: null, target: 'x' })).toBe('An alert that is gone');
});

it.each([
  [null, null, 'All days'],
  ['2026-01-01', null, 'Since 2026-01-01'],
  [null, '2026-01-01', 'Until 2026-01-01'],
  ['2026-01-01', '2026-01-01', '2026-01-01'],
  ['2026-01-01', '2026-01-31', '2026-01-01 to 2026-01-31'],
])('calls %s and %s “%s”', (from, to, words) => expect(daysOf({ from, to })).toBe(words));
