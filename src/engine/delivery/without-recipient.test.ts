import { expect, it } from 'vitest';
import { withoutAnyone, withoutRecipient } from './without-recipient.ts';

it('takes a person’s address out of what a server said, in letters of any case, and leaves a place’s', () => {
  const to = { address: 'ada+x@desk.example', contactId: '01900000-0000-7000-8000-000000000001' };
  expect(withoutRecipient('550 <Ada+X@Desk.example>: no ada+x@desk.example', to)).toBe('550 <…>: no …');
  expect(withoutRecipient('550 <adaax@desk.example>', to)).toBe('550 <adaax@desk.example>');
  expect(withoutRecipient('not in @desk', { address: '@desk', contactId: null })).toBe('not in @desk');
});

it('finds a phone number without its plus, too', () => {
  const to = { address: '+4915112345678', contactId: '01900000-0000-7000-8000-000000000001' };
  expect(withoutRecipient('4915112345678 isn’t on WhatsApp (+4915112345678)', to)).toBe(
    '… isn’t on WhatsApp (…)',
  );
});

it.each([
  ['Unknown user Ada.Byron+x@mail.desk.example (550)', 'Unknown user … (550)'],
  ['+49 is closed for 4915112345678, code 131026', '+49 is closed for …, code 131026'],
  ['The number isn’t on WhatsApp (131026)', 'The number isn’t on WhatsApp (131026)'],
])('takes addresses out of a report: %s', (said, kept) => {
  expect(withoutAnyone(said)).toBe(kept);
});
