import { expect, test } from 'vitest';
import { barTime } from './bar-time.ts';

test.each([
  ['2020-03-16T00:00:00.000Z', '16 Mar 2020'],
  ['2008-09-29T14:30:00.000Z', '29 Sep 2008, 14:30'],
])('bar of %s', (iso, text) => expect(barTime(iso)).toBe(text));
