import { describe, expect, it } from 'vitest';
import { CONTACT_MAX, contactFormSchema } from './contact.ts';

const FORM = {
  name: ' Ada Byron ',
  email: ' ada@desk.example ',
  subject: 'Alerts in Arabic: تنبيهات',
  message: 'First line.\r\n\r\n<b>"Second"</b>\tline 🔔',
};
const mistakes = (change: object): string[] =>
  contactFormSchema.safeParse({ ...FORM, ...change }).error?.issues.map((issue) => issue.message) ?? [];

describe('the contact form', () => {
  it('takes any plain text, trims it and keeps its lines', () => {
    expect(contactFormSchema.parse(FORM)).toEqual({
      name: 'Ada Byron',
      email: 'ada@desk.example',
      subject: FORM.subject,
      message: 'First line.\n\n<b>"Second"</b>\tline 🔔',
    });
    expect(mistakes({ message: 'x'.repeat(CONTACT_MAX.message) })).toEqual([]);
  });

  it('takes no half character', () => {
    expect(mistakes({ name: 'Ada \ud83d', subject: '\udd14', message: 'a\n\ud83d\ud83d\udd14' })).toEqual([
      'Name holds a character that cannot be shown',
      'Subject holds a character that cannot be shown',
      'Message holds a character that cannot be shown',
    ]);
  });

  it('says each mistake in one sentence', () => {
    expect(mistakes({ name: ' ', email: '', subject: undefined, message: '\r\n' })).toEqual([
      'Name is required',
      'Please enter a valid email address',
      'Subject is required',
      'Message is required',
    ]);
  });

  it.each([
    [{ name: 'x'.repeat(201) }, 'Name can have 200 characters at most'],
    [{ subject: 'x'.repeat(10_000) }, 'Subject can have 200 characters at most'],
    [{ message: 'x'.repeat(10_001) }, 'Message can have 10000 characters at most'],
    [{ email: `${'x'.repeat(10_000)}@desk.example` }, 'Please enter a valid email address'],
    [{ email: 'a@x.example, b@y.example' }, 'Please enter a valid email address'],
    [{ email: 'a@x.example\r\nBcc: b@y.example' }, 'Please enter a valid email address'],
    [{ name: 'Ada\r\nBcc: b@y.example' }, 'Name holds a character that cannot be shown'],
    [{ subject: 'Hello\u2028Bcc: b@y.example' }, 'Subject holds a character that cannot be shown'],
    [{ subject: 'half \ud83d of one' }, 'Subject holds a character that cannot be shown'],
    [{ message: 'a\0b' }, 'Message holds a character that cannot be shown'],
  ])('refuses %j', (change, sentence) => {
    expect(mistakes(change)).toEqual([sentence]);
  });
});
