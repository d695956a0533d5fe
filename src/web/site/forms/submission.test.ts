import { expect, it } from 'vitest';
import { createSubmissions } from './submission.ts';

const FORM = { companyName: 'Delta Desk', platforms: ['Email'] };

it('names the same words alike until they have arrived', () => {
  const { keyOf, arrived } = createSubmissions();
  const first = keyOf(FORM);
  expect(keyOf({ ...FORM })).toBe(first);
  const other = keyOf({ ...FORM, platforms: ['Slack'] });
  expect(other).not.toBe(first);
  arrived();
  expect(keyOf({ ...FORM, platforms: ['Slack'] })).not.toBe(other);
});
