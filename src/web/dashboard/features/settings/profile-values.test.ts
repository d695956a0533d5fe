import type { User } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { checkProfile, profileChange, profileOf } from './profile-values.ts';

const before = { firstName: 'Ada', lastName: 'King', email: 'ada@example.com', company: 'Engines' };

test.each([
  [{}, null],
  [{ email: 'Ada@Example.com' }, null],
  [{ firstName: 'Augusta' }, { data: { first_name: 'Augusta' } }],
  [{ company: '' }, { data: { companyName: null } }],
  [{ email: 'new@example.com' }, { email: 'new@example.com' }],
  [
    { lastName: '', email: 'n@e.x' },
    { data: { last_name: '' }, email: 'n@e.x' },
  ],
])('a change of %j asks for %j', (change, request) => {
  expect(profileChange(before, { ...before, ...change })).toEqual(request);
});

test('labels of the wrong kind are as good as none', () => {
  const user = { email: 'a@b.c', user_metadata: { first_name: 7, companyName: 'C' } } as unknown as User;
  expect(profileOf(user)).toEqual({ firstName: '', lastName: '', email: 'a@b.c', company: 'C' });
});

test('a first name is needed, a last name is not', () => {
  expect(checkProfile({ ...before, firstName: ' ', email: '' })).toEqual({
    faults: { firstName: 'Please provide your first name.', email: 'Please provide your email.' },
  });
  expect(checkProfile({ ...before, firstName: ' Ada ', lastName: '' })).toEqual({
    data: { ...before, lastName: '' },
  });
});
