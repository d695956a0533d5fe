/** A day as people write it, in UTC like everything that is billed. */
export const dayOf = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** A sum to the cent, as money is counted: `$248.00`, with a real minus sign. */
export const money = (cents: number): string =>
  `${cents < 0 ? '\u2212' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
