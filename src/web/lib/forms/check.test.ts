import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkBy, checkText } from './check.ts';

const schema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Give it a name.'), z.minLength(2, 'Too short.')),
  hours: z.optional(z.object({ from: z.string('Give a time.') })),
});

it('hands over what the schema has read', () => {
  expect(checkBy(schema, { name: ' Bell ' })).toEqual({ data: { name: 'Bell' } });
});

it('keeps the first fault of each field, at the field that is named', () => {
  expect(checkBy(schema, { name: '', hours: {} })).toEqual({
    faults: { name: 'Give it a name.', hours: 'Give a time.' },
  });
  expect(checkBy(schema, { name: 'Bell', hours: {} }, (path) => path.join('.'))).toEqual({
    faults: { 'hours.from': 'Give a time.' },
  });
});

it('checks one text by a function', () => {
  const problem = (text: string) => (text === '' ? 'Type something.' : undefined);
  expect(checkText('email', '', problem)).toEqual({ faults: { email: 'Type something.' } });
  expect(checkText('email', 'a@b.example', problem)).toEqual({ data: { email: 'a@b.example' } });
});
