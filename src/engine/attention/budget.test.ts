import { expect, it } from 'vitest';
import { byImportance, decide, periodsOf, roomOf, type Weight } from './budget.ts';

const at = (text: string): Date => new Date(text);
const iso = ({ from, until }: { from: Date; until: Date }) => [from.toISOString(), until.toISOString()];

it.each([
  [
    'New York',
    'America/New_York',
    '2026-03-02T13:20:00Z',
    '2026-03-02T13:00:00.000Z',
    '2026-03-02T05:00:00.000Z',
    24,
  ],
  [
    'half an hour off',
    'Asia/Kolkata',
    '2026-03-02T13:20:00Z',
    '2026-03-02T12:30:00.000Z',
    '2026-03-01T18:30:00.000Z',
    24,
  ],
  [
    'a day of 23 hours',
    'Europe/Berlin',
    '2026-03-29T10:00:00Z',
    '2026-03-29T10:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    23,
  ],
  [
    'the hour that comes twice',
    'Europe/Berlin',
    '2026-10-25T01:30:00Z',
    '2026-10-25T01:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    25,
  ],
] as const)('counts by the clock of %s', (_, zone, now, hour, day, hours) => {
  const periods = periodsOf(zone, at(now));
  expect(iso(periods.hour)).toEqual([hour, new Date(Date.parse(hour) + 3_600_000).toISOString()]);
  expect(iso(periods.day)).toEqual([day, new Date(Date.parse(day) + hours * 3_600_000).toISOString()]);
});

const budget = { perHour: 5, perDay: 20, timeZone: 'UTC' };
const now = at('2026-03-02T13:20:00Z');
const calm = { critical: false, now, last: null, waitsSince: null };
const held = (hour: number, day: number) => roomOf(budget, { hour, day }, now).held;

it('holds what is over the limit until its hour, or its day, is over', () => {
  expect(decide(roomOf(budget, { hour: 5, day: 5 }, now), calm)).toEqual({
    go: 'held',
    until: at('2026-03-02T14:00:00Z'),
    per: 'hour',
    most: 5,
  });
  expect(held(5, 20)).toEqual({ go: 'held', until: at('2026-03-03T00:00:00Z'), per: 'day', most: 20 });
  expect(roomOf({ ...budget, perHour: null }, { hour: 9, day: 12 }, now).left).toBe(8);
  expect(roomOf({ ...budget, perDay: null }, { hour: 9, day: 90 }, now).left).toBe(0);
});

it('lets the first of a calm minute go, has the next ones wait, and never stops a critical one', () => {
  const room = roomOf(budget, { hour: 1, day: 1 }, now);
  const until = at('2026-03-02T13:21:00Z');
  expect(decide(room, calm)).toEqual({ go: 'now' });
  expect(decide(room, { ...calm, last: at('2026-03-02T13:19:00Z') })).toEqual({ go: 'now' });
  expect(decide(room, { ...calm, last: at('2026-03-02T13:19:01Z') })).toEqual({ go: 'waiting', until });
  expect(decide(room, { ...calm, last: now, waitsSince: at('2026-03-02T13:19:30Z') })).toEqual({
    go: 'waiting',
    until: at('2026-03-02T13:20:30Z'),
  });
  const full = roomOf(budget, { hour: 5, day: 5 }, now);
  expect(decide(full, { ...calm, critical: true, last: now })).toEqual({ go: 'now' });
});

it('puts critical alerts first, then larger moves, then earlier ones', () => {
  const weight = (alertId: string, given: Partial<Weight> = {}): Weight => ({
    alertId,
    critical: false,
    moveRank: null,
    at: now,
    ...given,
  });
  const all = [
    weight('unknown'),
    weight('small', { moveRank: 0.2 }),
    weight('large, later', { moveRank: 0.99, at: at('2026-03-02T13:20:01Z') }),
    weight('large', { moveRank: 0.99 }),
    weight('critical', { critical: true }),
  ];
  expect(all.toSorted(byImportance).map(({ alertId }) => alertId)).toEqual([
    'critical',
    'large',
    'large, later',
    'small',
    'unknown',
  ]);
});
