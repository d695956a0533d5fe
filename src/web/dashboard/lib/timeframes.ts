import type { Timeframe } from '#src/shared/market.ts';

/** How long a bar is, in words. */
export const TIMEFRAME_WORDS: Record<Timeframe, string> = {
  '1m': '1 minute',
  '2m': '2 minutes',
  '3m': '3 minutes',
  '5m': '5 minutes',
  '10m': '10 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '45m': '45 minutes',
  '1h': '1 hour',
  '2h': '2 hours',
  '3h': '3 hours',
  '4h': '4 hours',
  '6h': '6 hours',
  '8h': '8 hours',
  '12h': '12 hours',
  '1d': '1 day',
  '1w': '1 week',
  '1M': '1 month',
  '3M': '1 quarter',
  '12M': '1 year',
};
