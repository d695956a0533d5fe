import { expect, it } from 'vitest';
import type { LeadForm } from '#src/shared/leads.ts';
import { createSubmissions } from './submission.ts';

const FORM: LeadForm = {
  companyName: 'Delta Desk',
  messageVolume: '5',
  platforms: ['Email'],
  brandedEmails: 'Not sure',
  contactEmail: 'ada@desk.example',
  consentMarketing: true,
};

it('names the same words alike until they have arrived', () => {
  const { keyOf, arrived } = createSubmissions();
  const first = keyOf(FORM);
  expect(keyOf({ ...FORM })).toBe(first);
  const other = keyOf({ ...FORM, platforms: ['Slack'] });
  expect(other).not.toBe(first);
  arrived();
  expect(keyOf({ ...FORM, platforms: ['Slack'] })).not.toBe(other);
});
