import { expect, it } from 'vitest';
import type { CalendarEntry } from '#src/shared/calendar/entry.ts';
import { matchesEntry } from '#src/shared/calendar/matches.ts';
import { externalRuleFormSchema } from '#src/shared/external/rules.ts';
import { aheadOf, firstAhead } from './next-entry.ts';
import { asEntry, minutesBefore, reminderOf, stillSaid } from './reminder.ts';

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
it.each([
  ['a release', entry],
  ['one in brackets', { ...entry, title: 'GDP (flash) q/q – 2nd', name: 'US GDP (flash) q/q – 2nd' }],
  ['a long title', { ...entry, title: `${'Survey of consumers '.repeat(6)}end` }],
  ['earnings', { ...entry, kind: 'earnings', symbol: 'BRK.B', title: 'Berkshire', timing: 'after_close' }],
  ['a country by its name', { ...entry, country: 'Ruritania' }],
  ['no country', { ...entry, country: null }],
] as const)('makes a rule that speaks of %s again', (_, given) => {
  const form = externalRuleFormSchema.parse(reminderOf(given, NOW));
  if (form.outside.kind !== 'calendar') throw new Error('It is of another kind.');
  const there = { ...given, name: given.name } satisfies CalendarEntry;
  expect(matchesEntry(asEntry(there), form.outside)).toBe(true);
  expect(matchesEntry({ ...asEntry(there), title: 'Something else', symbol: 'X' }, form.outside)).toBe(false);
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

const passed = (hours: number, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  ...entry,
  at: new Date(NOW - hours * 3_600_000).toISOString(),
  ...more,
});
it.each([
  ['is to come', entry, 'before'],
  ['awaits its figure', passed(1), 'figure'],
  ['awaited it for too long', passed(72), 'nothing'],
  ['has its figure', passed(1, { actual: { text: '3.4%', number: 3.4 } }), 'nothing'],
  ['never has figures', passed(1, { forecast: null }), 'nothing'],
] as const)('knows what a reminder still says of an entry that %s', (_, given, still) => {
  expect(stillSaid(given, NOW)).toBe(still);
});

it('finds the next entry that a reminder speaks of, and none where none stands there', () => {
  const form = externalRuleFormSchema.parse(reminderOf(passed(96), NOW));
  if (form.outside.kind !== 'calendar') throw new Error('It is of another kind.');
  expect(Object.fromEntries(aheadOf(form.outside, NOW))).toMatchObject({
    kind: 'economic',
    source: entry.sourceId,
    q: 'CPI y/y',
  });
  const off = { ...entry, id: 'off', at: '2026-12-02T13:30:00.000Z', goneAt: '2026-12-01T00:00:00.000Z' };
  const german = { ...entry, id: 'german', country: 'DE' };
  expect(firstAhead([passed(96), off, german, entry], form.outside, NOW)).toBe(entry);
  expect(firstAhead([passed(96), off, german], form.outside, NOW)).toBeNull();
});
