import { expect, it } from 'vitest';
import { hoursAt, sessionsUnder } from './hours.ts';

const at = (name: Parameters<typeof hoursAt>[0], iso: string) => {
  const { phase, until } = hoursAt(name, Date.parse(iso));
  return `${phase} ${until}`;
};

it.each([
  // 2024-07-02 is a Tuesday, the 3rd a half day, the 4th a holiday.
  ['us-equity', '2024-07-02T15:00Z', 'open 2024-07-02T20:00:00.000Z'],
  ['us-equity', '2024-07-03T16:59Z', 'open 2024-07-03T17:00:00.000Z'],
  ['us-equity', '2024-07-03T17:00Z', 'closed 2024-07-05T13:30:00.000Z'],
  ['us-equity-extended', '2024-07-02T09:00Z', 'pre 2024-07-02T13:30:00.000Z'],
  ['us-equity-extended', '2024-07-02T13:30Z', 'open 2024-07-02T20:00:00.000Z'],
  ['us-equity-extended', '2024-07-02T20:00Z', 'post 2024-07-03T00:00:00.000Z'],
  ['us-equity-extended', '2024-07-03T00:00Z', 'closed 2024-07-03T08:00:00.000Z'],
  // Currencies: from day to day until Friday evening.
  ['fx', '2024-07-02T22:30Z', 'open 2024-07-05T21:00:00.000Z'],
  ['fx', '2024-07-06T12:00Z', 'closed 2024-07-07T21:00:00.000Z'],
  ['tokyo', '2024-07-02T01:00Z', 'open 2024-07-02T02:30:00.000Z'],
  ['tokyo', '2024-07-02T03:00Z', 'break 2024-07-02T03:30:00.000Z'],
  ['tokyo', '2024-07-02T04:00Z', 'open 2024-07-02T06:30:00.000Z'],
  ['crypto', '2024-07-06T12:00Z', 'open null'],
] as const)('%s at %s: %s', (name, iso, says) => {
  expect(at(name, iso)).toBe(says);
});

it('lists the sessions that bars began in, with regular hours where a market trades around them', () => {
  const hours = [8, 13, 14, 21, 32, 120].map((hour) => Date.parse('2024-07-02T00:00Z') + hour * 3_600_000);
  expect(sessionsUnder('us-equity', hours)).toEqual([
    { open: Date.parse('2024-07-02T13:30Z'), close: Date.parse('2024-07-02T20:00Z'), regular: null },
  ]);
  const [tuesday, wednesday, ...more] = sessionsUnder('us-equity-extended', hours);
  expect(tuesday).toEqual({
    open: Date.parse('2024-07-02T08:00Z'),
    close: Date.parse('2024-07-03T00:00Z'),
    regular: { open: Date.parse('2024-07-02T13:30Z'), close: Date.parse('2024-07-02T20:00Z') },
  });
  expect(wednesday?.regular?.close).toBe(Date.parse('2024-07-03T17:00Z'));
  expect(more).toEqual([]);
});
