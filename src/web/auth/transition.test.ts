import { expect, test } from 'vitest';
import { transition } from './transition.ts';

test.each([
  ['INITIAL_SESSION', false, true, 'first'],
  ['INITIAL_SESSION', true, true, 'first'],
  ['INITIAL_SESSION', true, false, 'left'],
  ['SIGNED_IN', false, true, 'entered'],
  ['SIGNED_IN', true, true, 'same'],
  ['SIGNED_IN', false, false, 'same'],
  ['MFA_CHALLENGE_VERIFIED', false, true, 'entered'],
  ['MFA_CHALLENGE_VERIFIED', true, true, 'same'],
  ['PASSWORD_RECOVERY', false, true, 'same'],
  ['TOKEN_REFRESHED', true, true, 'same'],
  ['USER_UPDATED', true, true, 'same'],
  ['SIGNED_OUT', true, false, 'left'],
  ['SIGNED_OUT', false, false, 'same'],
] as const)('%s, had %s, has %s', (event, had, has, expected) => {
  expect(transition(event, had, has)).toBe(expected);
});
