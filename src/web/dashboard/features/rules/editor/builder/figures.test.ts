import { expect, it } from 'vitest';
import { FUNCTION_NAMES } from '#src/shared/rules/functions.ts';
import { readAnyRule } from '#src/shared/rules/parse.ts';
import { FIGURES } from './figures.ts';

it('offers figures of the rule language alone', () => {
  const read = FIGURES.map((figure) => readAnyRule(`${figure} > 0`));
  expect(read.filter(({ isTranslated }) => isTranslated)).toEqual([]);
});

it('offers every indicator that was added, or another line of it', () => {
  const offered = FIGURES.join(' ');
  const added = FUNCTION_NAMES.slice(FUNCTION_NAMES.indexOf('obv') + 1).filter(
    (name) => !/^(?:pivot_|prev_day_open)/.test(name),
  );
  expect(added.length).toBeGreaterThan(35);
  expect(added.filter((name) => !offered.includes(`${name}(`))).toEqual([]);
});
