import { expect, test } from 'vitest';
import { plain } from '#src/shared/content/text.ts';
import { fillSlots } from './slots.ts';

const close = { slot: 'figure', of: 'bar.close', as: 'price', text: '2,386.13' } as const;

test('fills slots once: a value that looks like a slot stays text', () => {
  expect(fillSlots('{{a}} and {{ b }}', { a: '{{b}}', b: '$1 $& 2' })).toEqual(['{{b}} and $1 $& 2']);
});

test('keeps figures apart from words, and a tree in its place', () => {
  const text = fillSlots('{{verb}} to {{close}}, {{rule}}.', {
    verb: 'falls',
    close,
    rule: ['from ', close],
  });
  expect(text).toEqual(['falls to ', close, ', from ', close, '.']);
  expect(plain(text)).toBe('falls to 2,386.13, from 2,386.13.');
});

test.each(['{{nope}}', '{{constructor}}', '{{__proto__}}'])('%s is an unknown slot', (template) => {
  expect(() => fillSlots(template, { a: '1' })).toThrow('unknown slot');
});

test.each(['{{a', 'a}}', '{{A B}}', '{{toString}}', '{{a}}}}'])('%s is a broken template', (template) => {
  expect(() => fillSlots(template, { a: '1' })).toThrow('broken slot');
});
