import { expect, test } from 'vitest';
import { issuedAddress } from './words.ts';

test.each([
  [
    'Web push',
    'Chrome on Android · 3f9a2c4155d0e1aa',
    true,
    'Web push: Chrome on Android · 3f9a2c4155d0e1aa. They turned on notifications there themselves.',
  ],
  ['Telegram', '77/1001', false, 'Telegram chat. They subscribed there themselves.'],
])('shows which address people registered: %s', (title, address, isDevice, words) =>
  expect(issuedAddress(title, address, isDevice)).toBe(words),
);
