import { expect, it } from 'vitest';
import { sumOfCharges } from './charges.ts';

const usd = (amount: string) => ({ currency: 'USD', amount });

it('adds without rounding', () => {
  expect(sumOfCharges([])).toBeNull();
  expect(sumOfCharges(Array.from({ length: 10 }, () => usd('0.1')))).toEqual(usd('1'));
  expect(sumOfCharges([usd('0.015'), usd('0.20')])).toEqual(usd('0.215'));
  expect(() => sumOfCharges([usd('1'), { currency: 'EUR', amount: '1' }])).toThrow('have no sum');
});
