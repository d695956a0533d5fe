import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, decimalText, mean, parseDecimal } from './decimal.ts';

const read = (text: string) => {
  const value = parseDecimal(text);
  if (!value) throw new Error(`'${text}' should be a decimal`);
  return value;
};

describe('parseDecimal and decimalText', () => {
  it.each([
    ['12', '12'],
    ['-0.50', '-0.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.2e-7', '0.00000012'],
    ['1.2E3', '1200'],
    ['+7', '7'],
    ['-.5', '-0.5'],
    ['+1.5E+2', '150'],
    ['5.e-1', '0.5'],
    ['0', '0'],
    ['100', '100'],
    ['0.05', '0.05'],
  ])('%s is %s', (text, plain) => {
    expect(decimalText(read(text))).toBe(plain);
  });

  it.each(['', '.', '-', '1,5', '0x10', 'NaN', 'Infinity', '1e', '1e9999', ' 1', '1 2'])(
    "'%s' is no decimal",
    (text) => {
      expect(parseDecimal(text)).toBeNull();
    },
  );

  it('keeps the value of every float', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(Number(decimalText(read(String(number))))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe('mean', () => {
  it.each([
    ['1.31927', '1.32027', '1.31977'],
    ['1.1', '1.2', '1.15'],
    ['0.1', '0.2', '0.15'],
    ['552.8', '555.3', '554.05'],
    ['1', '2', '1.5'],
    ['1e-7', '3e-7', '0.0000002'],
  ])('of %s and %s is %s', (a, b, middle) => {
    expect(decimalText(mean(read(a), read(b)))).toBe(middle);
  });
});

it('compares across scales', () => {
  expect(compare(read('1.50'), read('1.5'))).toBe(0);
  expect(compare(read('1.49999999999999999999'), read('1.5'))).toBe(-1);
  expect(compare(read('-1'), read('-1.1'))).toBe(1);
});
