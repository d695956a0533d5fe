import type { Condition, Operand } from './ast.ts';
import { printOperand } from './print.ts';

/** The values that an operand can have at all, ends included. */
type Range = { low: number; high: number };

const ANY: Range = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
const POSITIVE: Range = { low: 0, high: Number.POSITIVE_INFINITY };
const PLACE: Range = { low: 1, high: Number.POSITIVE_INFINITY };
const PERCENT: Range = { low: 0, high: 100 };

/** Functions whose values are bounded by their definition. */
const BOUNDED: Readonly<Record<string, Range>> = {
  rsi: PERCENT,
  adx: PERCENT,
  plus_di: PERCENT,
  minus_di: PERCENT,
  stoch_k: PERCENT,
  stoch_d: PERCENT,
  mfi: PERCENT,
  williams_r: { low: -100, high: 0 },
  cmf: { low: -1, high: 1 },
  stochrsi_k: PERCENT,
  stochrsi_d: PERCENT,
  percentrank: PERCENT,
  rank: PLACE,
  rise_rank: PLACE,
  fall_rank: PLACE,
  move_rank: PLACE,
  up_streak: POSITIVE,
  down_streak: POSITIVE,
  aroon_up: PERCENT,
  aroon_down: PERCENT,
  aroon_osc: { low: -100, high: 100 },
  correlation: { low: -1, high: 1 },
  bullish_divergence: { low: 0, high: 1 },
  bearish_divergence: { low: 0, high: 1 },
  hidden_bullish_divergence: { low: 0, high: 1 },
  hidden_bearish_divergence: { low: 0, high: 1 },
  supertrend_direction: { low: -1, high: 1 },
  hour: { low: 0, high: 23 },
  minute: { low: 0, high: 59 },
  dayofweek: { low: 1, high: 7 },
  clock: { low: 0, high: 2359 },
  barssince: POSITIVE,
  count: POSITIVE,
  followed_count: POSITIVE,
  followed_up: PERCENT,
  true_range: POSITIVE,
  atr: POSITIVE,
  stddev: POSITIVE,
};
/** Functions whose values lie between the smallest and the largest that they are computed from. */
const WITHIN_THEIRS = new Set(['sma', 'ema', 'wma', 'highest', 'lowest', 'median', 'bb_middle']);

/** Infinity minus infinity is no number: then anything goes. */
const range = (low: number, high: number): Range =>
  Number.isNaN(low) || Number.isNaN(high) ? ANY : { low, high };

const rangeOf = (operand: Operand): Range => {
  if ('number' in operand) return { low: operand.number, high: operand.number };
  if ('price' in operand) return operand.price === 'volume' ? POSITIVE : ANY;
  if ('value' in operand) return rangeOf(operand.value);
  if ('extreme' in operand) return ANY;
  if ('negate' in operand) {
    const { low, high } = rangeOf(operand.negate);
    return { low: -high, high: -low };
  }
  if ('call' in operand) {
    if (WITHIN_THEIRS.has(operand.call)) return operand.of ? rangeOf(operand.of) : ANY;
    return BOUNDED[operand.call] ?? ANY;
  }
  if ('math' in operand) return operand.math === 'abs' ? POSITIVE : ANY;
  const [a, b] = [rangeOf(operand.left), rangeOf(operand.right)];
  if (operand.op === '+') return range(a.low + b.low, a.high + b.high);
  if (operand.op === '-') return range(a.low - b.high, a.high - b.low);
  if (operand.op === '/') return ANY;
  const products = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
  return products.some(Number.isNaN) ? ANY : { low: Math.min(...products), high: Math.max(...products) };
};

const CLOSE: Operand = { price: 'close' };
const isSame = (a: Operand, b: Operand): boolean => printOperand(a) === printOperand(b);

/** What the highest of the last bars, or an upper channel, is the highest of; null where the bar itself is left out. */
const extremeOf = (operand: Operand, which: 'highest' | 'lowest'): Operand | null => {
  if (!('call' in operand) || operand.back !== undefined) return null;
  if (operand.call === which) return operand.of ?? CLOSE;
  if (which === 'highest' && operand.call === 'donchian_upper') return { price: 'high' };
  return which === 'lowest' && operand.call === 'donchian_lower' ? { price: 'low' } : null;
};

/** Whether the one is never above the other, on any bar. */
const isAtMost = (a: Operand, b: Operand): boolean => {
  if ('value' in a && 'value' in b && a.symbol === b.symbol && a.timeframe === b.timeframe)
    return isAtMost(a.value, b.value);
  if (isSame(a, b)) return true;
  if ('price' in a && 'price' in b && a.back === b.back && a.price !== 'volume' && b.price !== 'volume')
    return a.price === 'low' || b.price === 'high';
  const [top, bottom] = [extremeOf(b, 'highest'), extremeOf(a, 'lowest')];
  return (top !== null && isAtMost(a, top)) || (bottom !== null && isAtMost(bottom, b));
};

/** Leaves the bar itself out of an extreme: highest(high, 20)[1]. */
const withoutTheBar = (operand: Operand): string | null => {
  if ('value' in operand) return withoutTheBar(operand.value);
  const found = extremeOf(operand, 'highest') ?? extremeOf(operand, 'lowest');
  return found && 'call' in operand ? printOperand({ ...operand, back: 1 }) : null;
};

/** Why the one is never above the other, and what would mend it. */
const whyAtMost = (a: Operand, b: Operand): string => {
  const [left, right] = [printOperand(a), printOperand(b)];
  if (left === right) return `This is never true: it compares ${left} with itself.`;
  const mended = [b, a].map((each) => [each, withoutTheBar(each)] as const).find(([, text]) => text !== null);
  if (mended) {
    const [extreme, text] = mended;
    const over = extreme === b ? `${left} is never above` : `${right} is never below`;
    return `This is never true: ${printOperand(extreme)} includes the bar itself, so ${over} it. Use ${text} to leave the bar out.`;
  }
  return `This is never true: ${left} is never above ${right} of the same bar. Compare it with an earlier bar, such as ${printOperand('price' in b ? { ...b, back: (b.back ?? 0) + 1 } : b)}.`;
};

const bounds = ({ low, high }: Range): string => {
  if (low === high) return `always ${low}`;
  if (high === Number.POSITIVE_INFINITY) return `never below ${low}`;
  return low === Number.NEGATIVE_INFINITY ? `never above ${high}` : `always from ${low} to ${high}`;
};
/** Why ranges do not meet: about the operand that is no number. */
const whyApart = (a: Operand, b: Operand): string => {
  const [what, other] = 'number' in a ? [b, a] : [a, b];
  return `This is never true: ${printOperand(what)} is ${bounds(rangeOf(what))}. Compare it with another value than ${printOperand(other)}.`;
};

type Test = Extract<Condition, { test: string }>;

const neverAbove = (a: Operand, b: Operand): string | null => {
  if (isAtMost(a, b)) return whyAtMost(a, b);
  return rangeOf(a).high <= rangeOf(b).low ? whyApart(a, b) : null;
};

const testNever = ({ test, left, right }: Test): string | null => {
  const [a, b] = [rangeOf(left), rangeOf(right)];
  switch (test) {
    case '>':
    case 'crosses above':
      return neverAbove(left, right);
    case '<':
    case 'crosses below':
      return neverAbove(right, left);
    case 'crosses':
      return neverAbove(left, right) ?? neverAbove(right, left);
    case '>=':
      return a.high < b.low ? whyApart(left, right) : null;
    case '<=':
      return b.high < a.low ? whyApart(left, right) : null;
    default:
      return a.high < b.low || b.high < a.low ? whyApart(left, right) : null;
  }
};

/** The values that a test leaves to its left side, where it compares with a number; `open`: the end itself is outside. */
const leftBy = (condition: Condition): { of: string; range: Range; open: boolean; text: string } | null => {
  if (!('test' in condition) || !('number' in condition.right)) return null;
  const { test, left, right } = condition;
  const of = printOperand(left);
  const { number } = right;
  const text = `${of} ${test} ${number}`;
  if (test === '>' || test === '>=') return { of, text, open: test === '>', range: { ...ANY, low: number } };
  if (test === '<' || test === '<=') return { of, text, open: test === '<', range: { ...ANY, high: number } };
  return test === '=' ? { of, text, open: false, range: { low: number, high: number } } : null;
};

/** Two tests of one figure that leave it no value. */
const contradiction = (parts: readonly Condition[]): string | null => {
  const left = parts.map(leftBy).filter((each) => each !== null);
  for (const [at, a] of left.entries())
    for (const b of left.slice(at + 1)) {
      if (a.of !== b.of) continue;
      const low = Math.max(a.range.low, b.range.low);
      const high = Math.min(a.range.high, b.range.high);
      if (low > high || (low === high && (a.open || b.open)))
        return `This is never true: “${a.text}” and “${b.text}” exclude each other. Join them with “or”, or change a number.`;
    }
  return null;
};

/**
 * Why a condition can't be true on any bar, with what would mend it, in two sentences; null where it can, or where
 * that is not known. It follows from the definitions alone: no market is looked at.
 */
export const neverTrue = (condition: Condition): string | null => {
  if ('test' in condition) return testNever(condition);
  if ('channel' in condition) {
    const [value, low, high] = [condition.value, condition.low, condition.high].map(rangeOf);
    if (!value || !low || !high) return null;
    const isIn = condition.channel === 'enters' || condition.channel === 'is inside';
    if (isIn && low.low > high.high)
      return 'This is never true: the lower bound of the channel is above its upper bound. Swap them.';
    if (isIn && value.high < low.low) return whyApart(condition.value, condition.low);
    if (isIn && value.low > high.high) return whyApart(condition.value, condition.high);
    if (!isIn && value.low >= low.high && value.high <= high.low)
      return whyApart(condition.value, value.low === low.high ? condition.low : condition.high);
    return null;
  }
  if ('moves' in condition) {
    const { low, high } = rangeOf(condition.value);
    return !condition.percent && high - low < condition.by
      ? `This is never true: ${printOperand(condition.value)} is ${bounds({ low, high })}. Use a smaller move than ${condition.by}.`
      : null;
  }
  if ('within' in condition) return neverTrue(condition.of);
  if ('all' in condition) {
    const never = condition.all.map(neverTrue).find((each) => each !== null);
    return never ?? contradiction(condition.all);
  }
  if ('any' in condition) {
    const never = condition.any.map(neverTrue);
    return never.every((each) => each !== null) ? (never[0] ?? null) : null;
  }
  return null;
};
