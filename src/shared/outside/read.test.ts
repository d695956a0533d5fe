import { expect, it } from 'vitest';
import { readOutside } from './read.ts';
import { outsideSchema } from './rules.ts';

const [THERE, ALSO, GONE, LOST] = [1, 2, 3, 4].map((n) => `018f0000-0000-7000-8000-00000000000${n}`);
const KNOWN = new Set([THERE, ALSO].map(String));

it.each([
  [[], 'all calendars', 'all sources'],
  [[THERE], 'one calendar', 'one source'],
  [[THERE, ALSO], '2 calendars', '2 sources'],
  [[GONE], 'one calendar that was removed', 'one source that was removed'],
  [[GONE, LOST], '2 calendars that were removed', '2 sources that were removed'],
  [[GONE, THERE], 'one calendar and one that was removed', 'one source and one that was removed'],
  [[THERE, GONE, LOST], 'one calendar and 2 that were removed', 'one source and 2 that were removed'],
])('says of %j which are there and which were removed', (sources, calendars, news) => {
  const read = (outside: object) => readOutside(outsideSchema.parse({ ...outside, sources }), KNOWN);
  expect(read({ kind: 'calendar', at: true })).toBe(`At the time: all entries, from ${calendars}.`);
  expect(read({ kind: 'news', any: ['rate'] })).toBe(`News of ${news} in which “rate” stands.`);
});
