import { expect, test } from 'vitest';
import { fillSlots } from './slots.ts';

test('fills slots once: a value that looks like a slot stays text', () => {
  expect(fillSlots('{{a}} and {{ b }}', { a: '{{b}}', b: '$1 $& 2' })).toBe('{{b}} and $1 $& 2');
});

test.each(['{{nope}}', '{{constructor}}', '{{__proto__}}'])('%s is an unknown slot', (template) => {
  expect(() => fillSlots(template, { a: '1' })).toThrow('unknown slot');
});

test.each(['{{a', 'a}}', '{{A B}}', '{{toString}}', '{{a}}}}'])('%s is a broken template', (template) => {
  expect(() => fillSlots(template, { a: '1' })).toThrow('broken slot');
});
