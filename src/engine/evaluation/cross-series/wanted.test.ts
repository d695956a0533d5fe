import { expect, it } from 'vitest';
import { parseRule } from '#src/shared/rules/parse.ts';
import { askedKey } from '../conditions/other-series.ts';
import type { Asked } from '../conditions/others.ts';
import { askedOf } from '../conditions/needs.ts';
import { wanted } from './wanted.ts';

const asks = (...texts: string[]): Map<string, Asked> =>
  new Map(
    texts
      .flatMap((text) => askedOf([parseRule(`${text} of B > 1`)], 'B'))
      .map((each) => [askedKey(each), each]),
  );

it('says what nobody asks any more, and nothing that another asks', () => {
  const asking = wanted();
  const [one, two] = [{}, {}];
  asking.ask(one, 'B', asks('close', 'sma(5)'));
  asking.ask(two, 'B', asks('close'));
  expect(asking.ask(one, 'B', asks('close', 'high'))).toEqual({ left: null, unasked: ['sma(5)'] });
  expect(asking.of('B').map(askedKey)).toEqual(['close', 'high']);
  expect(asking.leave(two)).toEqual({ left: 'B', unasked: [] });
  expect(asking.has('B')).toBe(true);
  expect(asking.leave(one)).toEqual({ left: 'B', unasked: ['close', 'high'] });
  expect(asking.has('B')).toBe(false);
  expect(asking.leave(one)).toEqual({ left: null, unasked: [] });
});

it('counts a reader that moves on at its new place', () => {
  const asking = wanted();
  const [one, two] = [{}, {}];
  asking.ask(one, 'B', asks('close'));
  asking.ask(two, 'B', asks('high'));
  expect(asking.ask(one, 'B after a split', asks('close'))).toEqual({ left: 'B', unasked: ['close'] });
  expect(asking.of('B').map(askedKey)).toEqual(['high']);
  expect(asking.of('B after a split').map(askedKey)).toEqual(['close']);
});
