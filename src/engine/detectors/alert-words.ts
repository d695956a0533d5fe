import type { Evidence } from '#src/shared/market.ts';

/**
 * The words for one detector. Code fills the slots from the evidence; the words themselves hold no figure. Every figure
 * and parameter of the evidence is a slot under its own name, beside those that `src/engine/content/writer.ts` lists. What is said of the
 * close is a slot as well: a bar that is not over has not closed.
 */
export type AlertWords = {
  /** Key of `evidence.figures` that the detection's value is. */
  figure: string;
  /** Does what the words claim follow from the evidence's own figures? A first check; `verify` computes all again. */
  holds: (evidence: Evidence) => boolean;
  /** Above or below zero: which way it went, for the words and the colour. */
  direction: (evidence: Evidence) => number;
  headline: string;
  lead: string;
  rule: string;
  /** Slots that are words and no figures, by what the parameters choose. */
  named?: (evidence: Evidence) => Readonly<Record<string, string>>;
  up: Readonly<Record<string, string>>;
  down: Readonly<Record<string, string>>;
  /** The figure of the alert and what it is called beside it. */
  change: { label: string; value: string };
  rows: readonly { label: string; value: string; words?: boolean }[];
};

export const PREVIOUS = { label: 'Previous close', value: '{{previous_close}}' };
export const CLOSE = { label: '{{close_label}}', value: '{{close}}' };
export const RULE = { label: 'Rule', value: '{{rule}}', words: true };
export const BAR = { label: 'When', value: '{{when}}' };

export const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-8 * Math.max(1, Math.abs(a), Math.abs(b));

export const lastTwo = ({ bars }: Evidence) => ({ previous: bars.at(-2), bar: bars.at(-1) });
export const figureOf = ({ figures }: Evidence, key: string): number => figures[key] ?? Number.NaN;
export const paramOf = ({ params }: Evidence, key: string): number => params[key] ?? Number.NaN;

/** The change in percent that the last two bars give for a price, or NaN. */
export const changeTo = (evidence: Evidence, price: 'open' | 'close'): number => {
  const { previous, bar } = lastTwo(evidence);
  return (Number(bar?.[price]) / Number(previous?.close) - 1) * 100;
};

export const changeWords = (figure: string, price: 'open' | 'close') => ({
  figure,
  holds: (evidence: Evidence) =>
    figureOf(evidence, figure) !== 0 && near(figureOf(evidence, figure), changeTo(evidence, price)),
  direction: (evidence: Evidence) => figureOf(evidence, figure),
});

export const extremeWords = (sign: 1 | -1, level: string) => ({
  figure: 'close',
  holds: (evidence: Evidence) =>
    figureOf(evidence, 'close') === Number(lastTwo(evidence).bar?.close) &&
    sign * figureOf(evidence, 'close') > sign * figureOf(evidence, level),
  direction: () => sign,
  up: {},
  down: {},
  change: { label: '{{close_label}}', value: '{{close}}' },
});
