import { expect, test } from 'vitest';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { rowReader } from './rows.ts';

test.each([
  [
    'web-push',
    'People turn on Web push themselves, on each device. Send them the link to their preferences instead.',
  ],
  ['telegram', 'People subscribe on Telegram themselves. Send them your link instead.'],
])('enters nothing for people that they register themselves: %s', (channel, message) => {
  const read = rowReader(addressForms, new Date('2026-11-27T10:00:00Z'));
  const address = 'Chrome on Android · 3f9a2c4155d0e1aa';
  expect(read({ addresses: [{ channel, address }] })).toEqual({ field: 'addresses', message });
});
