import { expect, it, vi } from 'vitest';
import { browserStorage } from '#tests/support/storage.ts';
import { forgetWeakness, noteWeakness, putWeaknessOff, weaknessIn } from './weak-password.ts';

const KEY = 'bellwire.weak-password';
const stored = browserStorage();
const of = (user: string) => weaknessIn(stored.get(KEY) ?? null, user);
const NONE = { weakness: null, later: false };

it('shows a person the warning from their own sign-in, and no one else’s', () => {
  noteWeakness('ada', { reasons: ['pwned'] });
  expect(of('ada')).toEqual({ weakness: 'common', later: false });
  expect(of('eve')).toEqual(NONE);
  expect(weaknessIn(stored.get(KEY) ?? null, undefined)).toEqual(NONE);
  noteWeakness('ada', { reasons: ['length'] });
  expect(of('ada').weakness).toBe('short');
});

it('can be put off until the next sign-in', () => {
  putWeaknessOff();
  expect(stored.size).toBe(0);
  noteWeakness('ada', { reasons: ['pwned'] });
  putWeaknessOff();
  expect(of('ada')).toEqual({ weakness: 'common', later: true });
  noteWeakness('ada', { reasons: ['pwned'] });
  expect(of('ada').later).toBe(false);
});

it('is gone with a sign-in by a better password, and with a new one', () => {
  noteWeakness('ada', { reasons: ['pwned'] });
  noteWeakness('ada', undefined);
  expect(stored.size).toBe(0);
  noteWeakness('ada', { reasons: ['pwned'] });
  forgetWeakness();
  expect(stored.size).toBe(0);
});

it('holds where storage is blocked or holds something else', () => {
  for (const text of ['[1, {', 'null', '{"user":"ada"}', '{"user":"ada","weakness":"other"}'])
    expect(weaknessIn(text, 'ada')).toEqual(NONE);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('blocked');
    },
  });
  expect(() => noteWeakness('ada', { reasons: ['pwned'] })).not.toThrow();
});
