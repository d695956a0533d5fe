import { expect, test } from 'vitest';
import { linkKind } from './link-kinds.ts';

test.each([
  [null, 'signup'],
  ['email', 'signup'],
  ['email_change', 'email_change'],
  ['invite', 'invite'],
  ['recovery', null],
  ['toString', null],
])('a link of type %j is %j', (type, kind) => expect(linkKind(type)).toBe(kind));
