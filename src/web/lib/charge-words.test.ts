import { expect, it } from 'vitest';
import { chargeWords } from './charge-words.ts';

it.each([
  ['USD', '0.2', '$0.20'],
  ['USD', '0.215', '$0.215'],
  ['USD', '1234.500', '$1,234.50'],
  ['EUR', '12', '€12.00'],
])('says %s %s as %s', (currency, amount, said) => {
  expect(chargeWords({ currency, amount })).toBe(said);
});
