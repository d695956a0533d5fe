import { formatExact, formatPrice } from '#src/shared/figures.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { isSlot, plain, type Slot, type Text } from '#src/shared/content/text.ts';
import type { Evidence, EvidenceBar } from '#src/shared/market.ts';
import { formatLongDay } from '../../market/words.ts';

/** Parts of the rule as it is spelled out, so that a figure can point to its own. */
export type RulePart = 'close' | 'previous' | 'threshold';

/** Where a figure comes from. */
export type Trace = {
  /** The slot's source, such as `bar.close`. */
  of: string;
  /** What it is. */
  name: string;
  /** Its candles, counted from the last: 0 is the event's. */
  candles: readonly number[];
  /** Whether the candle is reached at its close, or from the axis of dates. */
  at: 'close' | 'date';
  rule: readonly RulePart[];
  /** The formula, and the formula with its numbers. */
  formula: string;
  filled: string;
  /** From the exact result to what is printed; '' where there is nothing to round. */
  rounded: string;
};

const MINUS = '\u2212';
const minus = (text: string): string => text.replace('-', MINUS);

function lastTwo({ bars }: Evidence): [previous: EvidenceBar, bar: EvidenceBar] {
  const [previous, bar] = bars.slice(-2);
  if (!previous || !bar) throw new Error('The evidence of a move has two bars.');
  return [previous, bar];
}

const dayOf = ({ time }: EvidenceBar): string => time.slice(0, 10);

/** What stands behind each figure that the alert of a big move prints. Every number comes from the evidence. */
export function tracesOf(evidence: Evidence): readonly Trace[] {
  const [previous, bar] = lastTwo(evidence);
  const { min_pct: threshold } = evidence.params;
  const { change_pct: change } = evidence.figures;
  if (threshold === undefined || change === undefined) throw new Error('The evidence is of no big move.');
  const exact = { close: formatExact(bar.close), previous: formatExact(previous.close) };
  const result = minus(formatExact(String(change)));
  const size = formatExact(String(Math.abs(change)));
  const closeOf = (of: string, name: string, back: number, from: EvidenceBar): Trace => ({
    of,
    name,
    candles: [back],
    at: 'close',
    rule: [back === 0 ? 'close' : 'previous'],
    formula: `close of ${dayOf(from)}`,
    filled: formatExact(from.close),
    rounded: `${formatPrice(from.close, 2)} to two decimals`,
  });
  const dayTrace = (of: string, name: string, back: number, from: EvidenceBar): Trace => ({
    of,
    name,
    candles: [back],
    at: 'date',
    rule: [back === 0 ? 'close' : 'previous'],
    formula: 'date of the bar',
    filled: dayOf(from),
    rounded: `${formatLongDay(from.time)} in New York`,
  });
  return [
    {
      of: 'figures.change_pct',
      name: 'Change',
      candles: [1, 0],
      at: 'close',
      rule: ['close', 'previous', 'threshold'],
      formula: `(close ${MINUS} previous close) ÷ previous close × 100`,
      filled: `(${exact.close} ${MINUS} ${exact.previous}) ÷ ${exact.previous} × 100 = ${result}`,
      rounded: `${minus(change.toFixed(2))}% to two decimals`,
    },
    closeOf('bar.close', 'Close', 0, bar),
    closeOf('previous.close', 'Previous close', 1, previous),
    {
      of: 'params.min_pct',
      name: 'Threshold',
      candles: [0],
      at: 'close',
      rule: ['threshold'],
      formula: 'size of the change ≥ threshold',
      filled: `${size} ≥ ${threshold}`,
      rounded: 'so the rule triggers',
    },
    dayTrace('bar.time', 'Day of the event', 0, bar),
    dayTrace('previous.time', 'Day before it', 1, previous),
  ];
}

/** The same in words, for those who don't see the lines. */
export function describe(trace: Trace, { evidence, rule }: { evidence: Evidence; rule: string }): string {
  const [previous, bar] = lastTwo(evidence);
  const days = trace.candles.map((back) => formatLongDay((back === 0 ? bar : previous).time)).join(' and ');
  return `${trace.name}. ${trace.candles.length > 1 ? 'Candles' : 'Candle'}: ${days}. Rule: ${rule}. Calculation: ${trace.formula}, ${trace.filled}; ${trace.rounded}.`;
}

/** Slots with a number that was computed or recorded: names such as "S&P 500" have none. */
export const isFigure = (node: Text[number]): node is Slot =>
  isSlot(node) && (node.slot === 'figure' || node.slot === 'date');

/** The alert's own words for its rule. */
export function ruleOf({ table }: AlertDocument): Text {
  const row = table.find(({ words }) => words);
  if (!row) throw new Error('The alert doesn’t name its rule.');
  return row.value;
}

export const ruleWords = (document: AlertDocument): string => plain(ruleOf(document));
