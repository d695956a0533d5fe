import { expect, it } from 'vitest';
import { aboutChargeWords, chargeWords } from './charge-words.ts';

it.each([
  ['USD', '0.2', '$0.20'],
  ['USD', '0.215', '$0.215'],
  ['USD', '1234.500', '$1,234.50'],
  ['EUR', '12', '€12.00'],
])('says %s %s as %s', (currency, amount, said) => {
  expect(chargeWords({ currency, amount })).toBe(said);
});

it.each([
  ['5412.3371', '$5,400'],
  ['98.04', '$98.04'],
  ['0.0551', '$0.06'],
])('says an estimate of %s as %s', (amount, said) => {
  expect(aboutChargeWords({ currency: 'USD', amount })).toBe(said);
});
