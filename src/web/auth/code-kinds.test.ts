import { expect, test } from 'vitest';
import { CODE_KINDS } from './code-kinds.ts';

test.each([
  ['123 456', '123456'],
  ['12345', null],
  ['1234567', null],
])('%j of the app is read as %j', (typed, code) => expect(CODE_KINDS.app.read(typed)).toBe(code));

test.each([
  [' K7PQ 2mxd-9ahr-t4wn ', 'K7PQ2mxd9ahrt4wn'],
  ['k7pq-2mxd-9ahr', null],
])('%j of the sheet is read as %j', (typed, code) => expect(CODE_KINDS.recovery.read(typed)).toBe(code));
