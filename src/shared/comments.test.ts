import { expect, it } from 'vitest';
import { COMMENT, commentFormSchema, mentionsIn, partsOf, plainLines } from './comments.ts';

const ADA = '01900000-0000-7000-8000-00000000000a';

it('reads mentions by id, and nothing else as one', () => {
  expect(partsOf(`@{${ADA}}, see @{nobody} and @Ada`)).toEqual([
    { mention: ADA },
    { text: ', see @{nobody} and @Ada' },
  ]);
  expect(mentionsIn(`@{${ADA}} @{${ADA}}`)).toEqual([ADA]);
});

it('keeps lines and takes out what isn’t seen', () => {
  expect(plainLines('  one\r\n\r\n\r\n\r\ntwo \u202ethree\u0000\t4 ')).toBe('one\n\ntwo three 4');
});

it.each([
  [' \u200b ', 'Write a comment.'],
  ['x'.repeat(COMMENT.textMax + 1), 'Please use at most 2,000 characters.'],
  ['x'.repeat(2 * COMMENT.textMax + 1), 'Please use at most 2,000 characters.'],
  [
    Array.from({ length: COMMENT.mentionsMax + 1 }, (_, n) => `@{${ADA.slice(0, -2)}${n + 10}}`).join(' '),
    'A comment mentions 20 people at most.',
  ],
])('refuses %j', (text, sentence) => {
  const read = commentFormSchema.safeParse({ text });
  expect(read.error?.issues[0]?.message).toBe(sentence);
});
