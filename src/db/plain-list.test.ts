import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { plainList } from './plain-list.ts';

const textOf = (values: Parameters<typeof plainList>[0]): unknown =>
  new PgDialect().sqlToQuery(plainList(values)).params[0];

test('ids, numbers, times and names are written as an array', () => {
  expect(textOf(['01a2186c-c077-730e-9d97-367a780f43e1', null])).toBe(
    '{01a2186c-c077-730e-9d97-367a780f43e1,NULL}',
  );
  expect(textOf([1, true, '2026-11-26T15:00:00.000Z', 'sent'])).toBe(
    '{1,true,2026-11-26T15:00:00.000Z,sent}',
  );
  expect(textOf([])).toBe('{}');
});

test.each(['', 'a,b', '{a}', 'a b', '"a"', 'a\\b', 'NULL', 'null', "a'b", 'a\n'])(
  '%j would be another array, and is refused',
  (text) => expect(() => plainList([text])).toThrow(/plain list/),
);
