import { expect, it } from 'vitest';
import { withoutRecipient } from './without-recipient.ts';

it('takes a person’s address out of what a server said, in letters of any case, and leaves a place’s', () => {
  const to = { address: 'ada+x@desk.example', contactId: '01900000-0000-7000-8000-000000000001' };
  expect(withoutRecipient('550 <Ada+X@Desk.example>: no ada+x@desk.example', to)).toBe('550 <…>: no …');
  expect(withoutRecipient('550 <adaax@desk.example>', to)).toBe('550 <adaax@desk.example>');
  expect(withoutRecipient('not in @desk', { address: '@desk', contactId: null })).toBe('not in @desk');
});
