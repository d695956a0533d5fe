import { describe, expect, it } from 'vitest';
import { BRANDED_EMAILS, LEAD_PLATFORMS, leadFormSchema, leadRow, MESSAGE_VOLUMES } from './leads.ts';

const FORM = {
  companyName: ' Delta Desk ',
  messageVolume: '10+',
  platforms: ['Email', 'Other'],
  brandedEmails: 'Not sure',
  contactEmail: ' ada@desk.example ',
  consentMarketing: true,
};
const mistakes = (change: object): string[] =>
  leadFormSchema.safeParse({ ...FORM, ...change }).error?.issues.map((issue) => issue.message) ?? [];

describe('the intake form', () => {
  it('takes every choice it offers, and trims', () => {
    for (const { value } of MESSAGE_VOLUMES) expect(mistakes({ messageVolume: value })).toEqual([]);
    for (const brandedEmails of BRANDED_EMAILS) expect(mistakes({ brandedEmails })).toEqual([]);
    expect(mistakes({ platforms: LEAD_PLATFORMS })).toEqual([]);
    expect(leadFormSchema.parse(FORM)).toMatchObject({
      companyName: 'Delta Desk',
      contactEmail: 'ada@desk.example',
    });
  });

  it('says each mistake in the words of the specification', () => {
    expect(mistakes({ companyName: ' ' })).toEqual(['Company name is required']);
    expect(mistakes({ messageVolume: '' })).toEqual(['Please select a message volume']);
    expect(mistakes({ platforms: [] })).toEqual(['Please select at least one platform']);
    expect(mistakes({ contactEmail: 'ada@' })).toEqual(['Please enter a valid email address']);
    expect(mistakes({ consentMarketing: false })).toEqual([
      'You must consent to receive marketing communications',
    ]);
    expect(mistakes({ companyName: undefined, contactEmail: undefined })).toEqual([
      'Company name is required',
      'Please enter a valid email address',
    ]);
  });

  it('takes any whole character in the name of a company, and no half one', () => {
    expect(mistakes({ companyName: 'Zebra 🦓 & Söhne 🇨🇾' })).toEqual([]);
    for (const companyName of ['Zebra \ud83e', '\udd93 Zebra', 'Delta\u0007Desk'])
      expect(mistakes({ companyName })).toEqual(['Company name holds a character that cannot be shown']);
  });

  it('becomes the row of the table without the consent', () => {
    expect(leadRow(leadFormSchema.parse(FORM))).toEqual({
      company_name: 'Delta Desk',
      contact_email: 'ada@desk.example',
      message_volume: '10+',
      branded_emails: 'Not sure',
      platforms: ['Email', 'Other'],
    });
  });
});
