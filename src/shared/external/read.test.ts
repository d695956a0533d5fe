import { expect, it } from 'vitest';
import { readExternalTrigger } from './read.ts';
import { externalTriggerSchema } from './rules.ts';

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
  const read = (outside: object) =>
    readExternalTrigger(externalTriggerSchema.parse({ ...outside, sources }), KNOWN);
  expect(read({ kind: 'calendar', at: true })).toBe(`At the time: all entries, from ${calendars}.`);
  expect(read({ kind: 'news', any: ['rate'] })).toBe(`News of ${news} that mentions “rate”.`);
});

it.each([
  [{ most_per_day: 1 }, ' At most once a day.'],
  [{ repeat_minutes: [60, 1_440] }, ' Repeats about one symbol go out after 1h, 1d.'],
  [{ expires: Date.UTC(2030, 8, 2) }, ' It ends on 2 September 2030.'],
  [
    { hours: { time_zone: 'UTC', days: [6, 0], from: '22:00', to: '02:00' }, most_per_day: 5 },
    ' It triggers Sunday, Saturday, 22:00 to 02:00 (UTC). At most 5 times a day.',
  ],
  [
    { hours: { time_zone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '00:00' } },
    ' It triggers every day (UTC).',
  ],
])('says of %j how far it goes', (settings, says) =>
  expect(readExternalTrigger({ kind: 'webhook' }, KNOWN, settings)).toBe(
    `Every call to its address triggers an alert.${says}`,
  ),
);
