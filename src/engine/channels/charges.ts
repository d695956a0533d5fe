import type { Charge } from '#src/shared/channels.ts';
import { add, decimalText, multiply, parseDecimal } from '#src/shared/decimal.ts';

/** Their sum, exact; null for none. @throws Error for several currencies: a provider charges in one. */
export const sumOfCharges = (charges: readonly Charge[]): Charge | null =>
  charges.reduce<Charge | null>((sum, { currency, amount }) => {
    if (sum === null) return { currency, amount };
    const [so, more] = [parseDecimal(sum.amount), parseDecimal(amount)];
    if (sum.currency !== currency || !so || !more)
      throw new Error(`${sum.amount} ${sum.currency} and ${amount} ${currency} have no sum.`);
    return { currency, amount: decimalText(add(so, more)) };
  }, null);

/** `2 × $0.015`, exact. */
export function times({ currency, amount }: Charge, count: number): Charge[] {
  const [one, by] = [parseDecimal(amount), parseDecimal(String(count))];
  return one && by ? [{ currency, amount: decimalText(multiply(one, by)) }] : [];
}
