import { expect, it } from 'vitest';
import { matching, mentionable, mentionAt, withIds } from './mention.ts';

const ADA = { userId: 'a', name: 'Ada Byron', email: 'ada@desk.example' };
const people = mentionable([
  ADA,
  { userId: 'g', name: 'Ada', email: 'second@desk.example' },
  { userId: 'x', name: 'Kim', email: 'kim@desk.example' },
  { userId: 'y', name: 'Kim', email: 'other@desk.example' },
  { userId: 'm', name: 'mail@desk.example', email: 'mail@desk.example' },
]);

it('tells members of one name apart by their address', () => {
  expect(people.map(({ label }) => label)).toEqual([
    'Ada Byron',
    'Ada',
    'Kim (kim@desk.example)',
    'Kim (other@desk.example)',
    'mail@desk.example',
  ]);
});

it('finds the mention that is being typed', () => {
  expect(mentionAt('See @Ada B', 10)).toEqual({ from: 4, words: 'Ada B' });
  expect(mentionAt('@', 1)).toEqual({ from: 0, words: '' });
  expect(mentionAt('See @Ada B', 2)).toBeNull();
  expect(mentionAt('mail me@desk', 12)).toBeNull();
  expect(mentionAt('@Ada\nnext', 9)).toBeNull();
});

it('finds members by each part of their name', () => {
  const labels = (words: string) => matching(people, words).map(({ label }) => label);
  expect(labels('byr')).toEqual(['Ada Byron']);
  expect(labels('ada')).toEqual(['Ada Byron', 'Ada']);
  expect(labels('other@')).toEqual(['Kim (other@desk.example)']);
  expect(labels('yron')).toEqual([]);
});

it('stores names after an @ by id, the longest first', () => {
  expect(withIds('@Ada Byron and @Ada, not @Adam, a@Ada or @Bob', people)).toBe(
    '@{a} and @{g}, not @Adam, a@Ada or @Bob',
  );
  expect(withIds('@Kim (other@desk.example)!', people)).toBe('@{y}!');
  expect(withIds('@Ada', [])).toBe('@Ada');
});
