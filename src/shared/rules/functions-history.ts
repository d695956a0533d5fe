import { counted } from '../plural.ts';
import { bars, first, type FunctionSpec, ofBars, values } from './function-spec.ts';

const ofValue = (value: string): string => (value === 'the close' ? '' : ` of ${value}`);
/** The place of a bar's own change among the changes of the last bars. */
const placeOf = (move: string): FunctionSpec => ({
  ...values(`rank of the ${move}`, [bars('bars', 250)], ([n = 1]) => n + 1),
  sentence: ({ value }, [n = 1]) =>
    `the rank of the ${move}${ofValue(value)} among the last ${counted(n, 'bar')}`,
});
const streakOf = (way: string): FunctionSpec => ({
  ...values(`bars in a row ${way}`, [bars('most', 100)], ([n = 1]) => n + 1),
  sentence: ({ value }, [n = 1]) => `the number of bars in a row on which ${value} ${way}, up to ${n}`,
});
const distance = (side: string): FunctionSpec =>
  ofBars(`percent distance of the close from the $1-bar ${side}`, [bars('bars', 252)], first);

/** Where a bar stands in the history of its symbol: how rare its move is, how long its row, how far its extremes. */
export const HISTORY_FUNCTIONS: Readonly<Record<string, FunctionSpec>> = {
  rank: {
    ...values('rank', [bars('bars', 250)], first),
    sentence: ({ value }, [n = 1]) => `the rank of ${value} among the last ${counted(n, 'bar')}`,
  },
  median: values('$1-bar median', [bars('bars', 20)], first),
  rise_rank: placeOf('rise'),
  fall_rank: placeOf('fall'),
  move_rank: placeOf('move'),
  up_streak: streakOf('rises'),
  down_streak: streakOf('falls'),
  from_high: distance('high'),
  from_low: distance('low'),
};

/** What a rank is of, in words: "fall". */
export const MOVE_RANKED: Readonly<Record<string, string>> = {
  rise_rank: 'rise',
  fall_rank: 'fall',
  move_rank: 'move',
};
