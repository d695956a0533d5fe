/** The columns of a bar that a rule may name. */
export const PRICES = ['open', 'high', 'low', 'close', 'volume'] as const;
export type PriceName = (typeof PRICES)[number];
