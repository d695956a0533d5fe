import { TIMEFRAMES } from '#src/shared/market.ts';
import { crossing, levelIn } from '#src/shared/rules/levels.ts';
import { formatQuote } from '#src/web/ui/format.ts';
import type { Draft } from './form.ts';

/**
 * What a new rule begins with, from its page's address: a symbol, a timeframe, and a price that it waits for. What can't
 * be read is left out.
 */
export function startOf(asked: URLSearchParams): Partial<Draft> {
  const symbol = asked.get('symbol') ?? '';
  const level = levelIn(asked.get('level'));
  const timeframe = TIMEFRAMES.find((each) => each === asked.get('timeframe'));
  return {
    ...(symbol !== '' && { target: symbol }),
    ...(timeframe && { timeframe }),
    ...(level !== null && {
      condition: crossing(level),
      ...(symbol !== '' && { name: `${symbol} crosses ${formatQuote(level)}` }),
    }),
  };
}
