import { expect, it } from 'vitest';
import { product } from './schema.ts';

it('offers what the price table shows: the plans with a price, in dollars', () => {
  expect(product()).toMatchObject({
    offers: [
      { name: 'Starter', price: '99.00', priceCurrency: 'USD' },
      { name: 'Pro', price: '199.00', priceCurrency: 'USD' },
    ],
  });
  expect(product()).toHaveProperty('offers.length', 2);
});
