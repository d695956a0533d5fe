import type { ChosenFormats } from '#src/shared/formats.ts';

/** Signs that name one currency: those of several countries carry the country's letters. */
const SYMBOLS: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  JPY: '¥',
  AUD: 'A$',
  CAD: 'CA$',
  HKD: 'HK$',
  NZD: 'NZ$',
  MXN: 'MX$',
  BRL: 'R$',
  CNY: 'CN¥',
};
export const CURRENCIES = Object.keys(SYMBOLS);

/** A currency as a brand names it. One without a sign of its own keeps its code. */
export function currencyName(code: string, formats: ChosenFormats = {}): string {
  const symbol = Object.hasOwn(SYMBOLS, code) ? SYMBOLS[code] : undefined;
  return formats.currency === 'symbol' ? (symbol ?? code) : code;
}
