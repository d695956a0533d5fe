import { TIMEFRAMES, type Timeframe } from '../market.ts';
import { timeframeNamed } from '../timeframes.ts';
import type { Source } from './ast.ts';
import { MOST_OTHERS, sourceKey } from './elsewhere.ts';
import type { Cursor } from './parse-cursor.ts';

/** Reads ` of ES`, ` on 1d` or both, in any order: null where what was read before is of the rule's own bars. */
export const sourceReader = ({ peek, next, is, take, fail, expected }: Cursor) => {
  const sources = new Set<string>();
  const symbol = (): string => {
    const { kind, text } = peek();
    if (kind !== 'symbol') return expected(`a symbol such as ES or "BTC-USD"`);
    next();
    return text;
  };
  const timeframe = (): Timeframe => {
    const { kind, text } = peek();
    if (kind !== 'timeframe') return expected('a timeframe such as 1d');
    const known = timeframeNamed(text);
    if (known === undefined) {
      const all = TIMEFRAMES.join(', ').replace(/, ([^,]*)$/, ' and $1');
      return fail(`there are no bars of ${text}; there are ${all}.`);
    }
    next();
    return known;
  };

  return (): Source | null => {
    const found: Source = {};
    let last = peek();
    while (true) {
      if (found.symbol === undefined && take('of')) {
        last = peek();
        found.symbol = symbol();
      } else if (found.timeframe === undefined && take('on')) {
        last = peek();
        found.timeframe = timeframe();
      } else break;
    }
    const key = sourceKey(found);
    if (key === '') return null;
    sources.add(key);
    if (sources.size > MOST_OTHERS)
      fail(`a rule names ${MOST_OTHERS} other symbols and timeframes at most.`, last);
    if (is('['))
      fail(
        found.timeframe === undefined
          ? 'how many bars before is written ahead of the symbol, as in close[1] of ES.'
          : 'how many bars before is written ahead of the timeframe, as in close[1] on 1d.',
      );
    return found;
  };
};
