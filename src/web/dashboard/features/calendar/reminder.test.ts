import { expect, it } from 'vitest';
import type { CalendarEntry } from '#src/shared/calendar/entry.ts';
import { matchesEntry } from '#src/shared/calendar/matches.ts';
import { outsideRuleFormSchema } from '#src/shared/outside/rules.ts';
import { minutesBefore, reminderOf } from './reminder.ts';

const entry: CalendarEntry = {
  id: '018f0000-0000-7000-8000-000000000001',
  sourceId: '018f0000-0000-7000-8000-000000000002',
  name: 'US CPI y/y',
  kind: 'economic',
  title: 'CPI y/y',
  country: 'US',
  currency: null,
  symbol: null,
  at: '2026-12-10T13:30:00.000Z',
  day: '2026-12-10',
  timing: 'exact',
  importance: 'high',
  previous: null,
  forecast: { text: '3.1%', number: 3.1 },
  actual: null,
  unit: null,
  link: null,
  changedAt: '2026-11-22T00:00:00.000Z',
  goneAt: null,
};
const NOW = Date.parse('2026-12-01T12:00:00Z');
const text = (given: CalendarEntry) => ({
  ...given,
  previous: null,
  forecast: given.forecast?.text ?? null,
  actual: null,
});

it.each([
  ['a release', entry],
  ['one in brackets', { ...entry, title: 'GDP (flash) q/q – 2nd', name: 'US GDP (flash) q/q – 2nd' }],
  ['a long title', { ...entry, title: `${'Survey of consumers '.repeat(6)}end` }],
  ['earnings', { ...entry, kind: 'earnings', symbol: 'BRK.B', title: 'Berkshire', timing: 'after_close' }],
  ['a country by its name', { ...entry, country: 'Ruritania' }],
  ['no country', { ...entry, country: null }],
] as const)('makes a rule that speaks of %s again', (_, given) => {
  const form = outsideRuleFormSchema.parse(reminderOf(given, NOW));
  if (form.outside.kind !== 'calendar') throw new Error('It is of another kind.');
  const there = { ...given, name: given.name } satisfies CalendarEntry;
  expect(matchesEntry(text(there), form.outside)).toBe(true);
  expect(matchesEntry({ ...text(there), title: 'Something else', symbol: 'X' }, form.outside)).toBe(false);
  expect(form.outside.before).toBe(given.timing === 'exact' ? 15 : 1_440);
});

it.each([
  ['exact', 3_000, 15],
  ['exact', 16, 15],
  ['exact', 15.5, 14],
  ['exact', 2.5, 1],
  ['exact', 1.9, null],
  ['exact', -60, null],
  ['all_day', 3_000, 1_440],
  ['all_day', 1_440, 1_439],
  ['unknown', 90, 89],
  ['after_close', -60, null],
] as const)(
  'speaks of the very entry where there is time left: %s, in %d minutes',
  (timing, left, before) => {
    const at = new Date(NOW + left * 60_000).toISOString();
    const there = { ...entry, timing, at };
    expect(minutesBefore(there, NOW)).toBe(before);
    // The next one of them is reminded of as always.
    expect(reminderOf(there, NOW).outside).toMatchObject({
      before: before ?? (timing === 'exact' ? 15 : 1_440),
    });
  },
);
