import { expect, test } from 'vitest';
import { lengthForm, lengthsFor, mutedLabel, whatIsMuted } from './words.ts';

test('each length makes its part of the form', () => {
  const time = { local: '2026-11-27T09:00', timeZone: 'Europe/London' };
  expect(lengthForm('none', time)).toEqual({});
  expect(lengthForm('time', time)).toEqual({ until: time });
  expect(lengthForm('morning', time)).toEqual({ for: 'morning', timeZone: 'Europe/London' });
});

test('a brand isn’t muted until its market opens', () => {
  const values = (kind: 'brand' | 'symbol') => lengthsFor(kind).map(({ value }) => value);
  expect(values('brand')).toEqual(['hour', 'morning', 'time', 'none']);
  expect(values('symbol')).toContain('open');
});

test('a mute is named by what it mutes, and says until when', () => {
  expect(whatIsMuted({ kind: 'rule', name: 'Falls' })).toBe('the rule “Falls”');
  expect(whatIsMuted({ kind: 'symbol', name: 'SPX' })).toBe('SPX');
  expect(mutedLabel({ until: null })).toBe('Muted');
  const suspended = { fired: 41, minutes: 10, about: 'SPX' };
  expect(mutedLabel({ until: null, suspended })).toBe('Suspended: fired 41 times in 10 minutes');
  const now = Date.parse('2026-11-26T12:00:00Z');
  expect(mutedLabel({ until: '2026-11-28T12:00:00Z' }, now)).toMatch(/^Muted until Sat \d+:00$/);
  expect(mutedLabel({ until: '2027-07-01T12:00:00Z' }, now)).toMatch(/^Muted until 1 Jul 2027, /);
});
