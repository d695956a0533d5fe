import { expect, test } from 'vitest';
import { COMPOSED_DETECTOR } from '#src/shared/composed.ts';
import { askOf } from './ask.ts';

test('what people and programs say is a recommendation, and the session says the class', () => {
  expect(askOf(COMPOSED_DETECTOR, { session: 'fx' })).toEqual({
    kind: 'recommendation',
    instrumentClass: 'fx',
  });
  expect(askOf('webhook', null)).toEqual({ kind: 'recommendation', instrumentClass: 'none' });
  expect(askOf('big_move', { session: 'us-equity-extended' })).toEqual({
    kind: 'factual',
    instrumentClass: 'stocks',
  });
  expect(askOf('gap', { session: 'tokyo' }).instrumentClass).toBe('stocks');
  expect(askOf('gap', { session: 'us-futures' }).instrumentClass).toBe('futures');
});
