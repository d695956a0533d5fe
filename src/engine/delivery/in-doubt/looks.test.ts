import { expect, test } from 'vitest';
import { channelOf } from '../../channels/registry.ts';
import { firstLookAfter, nextLook, ON_ITS_WAY_MS } from './looks.ts';

test('looks five times, ever less often, and once in the first minute when nothing is on its way any more', () => {
  const looks: number[] = [];
  for (let at: number | null = nextLook(0); at !== null; at = nextLook(at)) looks.push(at);
  expect(looks).toEqual([3_000, 15_000, 45_000, 300_000, 1_800_000]);
  expect(looks[0]).toBe(firstLookAfter(channelOf('slack')));
  expect(looks.find((at) => at >= ON_ITS_WAY_MS)).toBeLessThan(60_000);
});

test('where the provider can’t be asked, a setting decides later; where it recognizes repeats, nothing has to', () => {
  expect(firstLookAfter(channelOf('telegram'))).toBe(ON_ITS_WAY_MS);
  expect(firstLookAfter(channelOf('webhook'))).toBeNull();
  expect(firstLookAfter(channelOf('web-push'))).toBeNull();
});
