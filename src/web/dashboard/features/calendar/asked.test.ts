import { expect, it } from 'vitest';
import { askedOf } from './asked.ts';

const asked = (search: string): Record<string, string[]> => {
  const query = askedOf(new URLSearchParams(search), '2026-12-28');
  return Object.fromEntries([...query.keys()].map((name) => [name, query.getAll(name)]));
};

it('asks for a week, over the turn of a year', () => {
  expect(asked('')).toMatchObject({ from: ['2026-12-28'], to: ['2027-01-03'] });
});

it('asks for each of several places, and for words as they stand', () => {
  expect(asked('place=US,%20eur%20,,&q=rate,%20cut&kind=earnings')).toMatchObject({
    place: ['US', 'eur'],
    q: ['rate, cut'],
    kind: ['earnings'],
  });
});

it('leaves out what is empty, and what is of another screen', () => {
  expect(Object.keys(asked('place=&q=%20&importance=&state=failed'))).toEqual(['from', 'to', 'zone']);
});
