import { expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const id = '01900000-0000-7000-8000-000000000500';

it('comes back as it went', () => {
  const cursor = { at: new Date('2026-11-20T21:00:00.123Z'), id };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
});

it.each([
  '',
  'x',
  'eyJ9',
  Buffer.from('[1]').toString('base64url'),
  '💥',
  Buffer.from(`[9e15,"${id}"]`).toString('base64url'),
  Buffer.from(`[253402300800000,"${id}"]`).toString('base64url'),
  Buffer.from(`[-1,"${id}"]`).toString('base64url'),
])('takes nothing else (%#)', (text) => expect(readCursor(text)).toBeNull());
