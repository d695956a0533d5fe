import type { Charge } from '#src/shared/channels.ts';

/** Of an estimate, `$5,400`: two digits of what is 100 or more, and else to the cent. */
export const aboutChargeWords = ({ currency, amount }: Charge): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    ...(Number(amount) >= 100 && { maximumSignificantDigits: 2 }),
  }).format(Number(amount));

/** `$0.215`, `€1.20`: to the cent at least, and never rounded. */
export const chargeWords = ({ currency, amount }: Charge): string => {
  const digits = amount.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.max(2, digits),
  }).format(Number(amount));
};
