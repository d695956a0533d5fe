import type { Timeframe } from '#src/shared/market.ts';

/** How long a bar is, in words. */
export const TIMEFRAME_WORDS: Record<Timeframe, string> = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '1h': '1 hour',
  '4h': '4 hours',
  '1d': '1 day',
  '1w': '1 week',
};
