import { expect, test } from 'vitest';
import { announce } from './use-arrivals.ts';

test.each([
  [[], ''],
  [['Gold rises 5.10% in one day'], 'New alert: Gold rises 5.10% in one day'],
  [['Gold rises', 'Silver falls'], '2 new alerts. The latest: Gold rises'],
])('%j', (titles, text) => expect(announce(titles)).toBe(text));
