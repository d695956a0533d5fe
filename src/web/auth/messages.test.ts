import { expect, it } from 'vitest';
import { authErrorText } from './messages.ts';

it('gives the server’s own words, and others where there are none', () => {
  const fallback = 'There was a problem creating your account.';
  expect(authErrorText({ message: 'User already registered', status: 422 }, fallback)).toBe(
    'User already registered',
  );
  expect(authErrorText({ message: '', status: 500 }, fallback)).toBe(fallback);
  expect(authErrorText({ message: 'Failed to fetch', status: 0 })).toBe(
    'The server could not be reached. Check your connection and try again.',
  );
});
