import type { Timeframe } from '#src/shared/market.ts';

/** Where a new rule begins for a price that a symbol may cross. Without a timeframe, by days. */
export const ruleAt = (
  { symbol, timeframe }: { symbol: string; timeframe: Timeframe | null },
  level: number,
): string =>
  `/rules/new?${new URLSearchParams({ symbol, timeframe: timeframe ?? '1d', level: String(level) }).toString()}`;
