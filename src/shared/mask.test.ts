import { expect, it } from 'vitest';
import { maskedAddress, maskedText } from './mask.ts';

it.each([
  ['ada.byron@readers.example', 'a•••@readers.example'],
  ['+49 151 2345', '+4•••'],
  ['123456789', '12•••'],
])('hides who %s is', (address, masked) => expect(maskedAddress(address)).toBe(masked));

it('hides every address that a server’s answer names', () => {
  expect(maskedText('550 5.1.1 <Ada.Byron@readers.example>: no such user; ask bob@mx.example.')).toBe(
    '550 5.1.1 <A•••@readers.example>: no such user; ask b•••@mx.example.',
  );
  expect(maskedText('chat 4711 not found', '4711')).toBe('chat 47••• not found');
  expect(maskedText('a•••@readers.example is full')).toBe('a•••@readers.example is full');
  expect(maskedText('The server is busy.')).toBe('The server is busy.');
});
