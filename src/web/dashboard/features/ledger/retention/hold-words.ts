import type { Hold } from '#src/shared/ledger-keeping.ts';

/** What a hold covers: "The whole ledger", "The brand Harbor". */
export function coveredBy({ scope, name, target }: Pick<Hold, 'scope' | 'name' | 'target'>): string {
  if (scope === 'ledger') return 'The whole ledger';
  if (scope === 'symbol') return `The symbol ${name ?? target}`;
  return name === null ? `A ${scope} that is gone`.replace('A alert', 'An alert') : `The ${scope} “${name}”`;
}

/** The days it covers, both included. */
export function daysOf({ from, to }: Pick<Hold, 'from' | 'to'>): string {
  if (from === null && to === null) return 'All days';
  if (from === null) return `Until ${to}`;
  return to === null ? `Since ${from}` : from === to ? from : `${from} to ${to}`;
}
