import { expect, test } from 'vitest';
import { missingField, PASSWORD_CHECKS, signUpErrors, splitName } from './validate.ts';

const full = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: 'x' };

test.each([
  [full, undefined],
  [{ ...full, firstName: ' ', email: '' }, 'First Name Required'],
  [{ ...full, lastName: '' }, 'Last Name Required'],
  [{ email: '', password: '' }, 'Email Required'],
  [{ email: 'a@b.c', password: '' }, 'Password Required'],
])('%j lacks %s', (values, title) => expect(missingField(values)?.title).toBe(title));

test.each([
  ['', [false, false, false]],
  ['abcdefgh', [false, false, true]],
  ['aB', [true, false, false]],
  ['"', [false, true, false]],
  ['_-+=', [false, false, false]],
  ['Correct, horse', [true, true, true]],
])('checklist of %j', (password, expected) => {
  expect(PASSWORD_CHECKS.map((check) => check.test(password))).toEqual(expected);
});

test.each([
  ['Ada', 'Ada', ''],
  ['  Ada   King  Lovelace ', 'Ada', 'King Lovelace'],
])('name %j', (name, firstName, lastName) => expect(splitName(name)).toEqual({ firstName, lastName }));

const filled = {
  fullName: 'Ada',
  accountType: 'personal',
  email: 'ada@example.com',
  password: 'x',
  agreeToTerms: 'on',
};

test.each([
  [filled, []],
  [{}, ['fullName', 'email', 'password', 'agreeToTerms']],
  [{ ...filled, accountType: 'company' }, ['companyName']],
  [{ ...filled, accountType: 'company', companyName: 'Engines' }, []],
  [{ ...filled, email: 'ada at example' }, ['email']],
])('sign-up %j is held back by %j', (values, fields) => {
  expect(Object.keys(signUpErrors(values as Record<string, string>))).toEqual(fields);
});
