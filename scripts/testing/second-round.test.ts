import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECOND_ROUND } from './second-round.ts';

it.each(SECOND_ROUND.flatMap(({ files }) => files))('%s is there', (name) => {
  const tests = globSync(['src/**/*.db.test.ts', 'tests/program/**/*.test.ts']);
  expect(tests.filter((file) => (name.endsWith('/') ? file.startsWith(name) : file === name))).not.toEqual(
    [],
  );
});

it('names nothing twice', () => {
  const names = SECOND_ROUND.flatMap(({ files }) => files);
  expect(names.filter((name) => names.some((folder) => folder !== name && name.startsWith(folder)))).toEqual(
    [],
  );
  expect(new Set(names).size).toBe(names.length);
});
