import type { Text } from '#src/shared/content/text.ts';
import { formatExact } from '#src/shared/figures.ts';
import type { Evidence, OtherEvidence } from '#src/shared/market.ts';
import type { Condition, Operand } from '#src/shared/rules/ast.ts';
import { figuresCompared, figureWords } from '#src/shared/rules/figures.ts';
import { parseRule } from '#src/shared/rules/parse.ts';
import { printOperand } from '#src/shared/rules/print.ts';
import { RuleProblem } from '#src/shared/rules/problem.ts';
import { ema } from '../../indicators/ema.ts';
import { rsi } from '../../indicators/rsi.ts';
import { sma } from '../../indicators/sma.ts';
import { readSlot, type SlotReader } from '../slot-reader.ts';
import type { ChartBar, ChartFacts, IndicatorPane, Level, OtherSeries, Overlay } from './facts.ts';
import { endsAt, valuesOf } from './indicator-values.ts';
import { numberIn } from './words/registry.ts';
import type { PictureWords } from './words/picture-words.ts';

type Marks = Pick<ChartFacts, 'levels' | 'overlays' | 'pane' | 'others'>;
type Source = { evidence: Evidence; bars: readonly ChartBar[]; read: SlotReader; words: PictureWords };

/** More lines than these make a chart unreadable. */
const MOST_LEVELS = 2;
const MOST_AVERAGES = 3;
/** Fewer bars of another symbol are no comparison. */
const LEAST_COMPARED = 8;

const AVERAGES = { sma, ema } as const;

/** What a rule's chart shows of the rule: its averages, its RSI, the levels that it compares prices with, other symbols. */
export function marksOfRule(source: Source): Marks {
  const { evidence } = source;
  const condition = conditionOf(evidence);
  if (!condition) return { levels: [], overlays: [], pane: null, others: [] };
  const keys = figuresCompared(condition).filter((key) => Object.hasOwn(evidence.figures, key));
  const overlays = keys.flatMap((key) => averageOf(source, key)).slice(0, MOST_AVERAGES);
  const drawn = new Set(overlays.map(({ key }) => key));
  const levels = [
    ...numbersComparedWith(condition, 'close').map((value) => threshold(value, source.words)),
    ...keys.filter((key) => !drawn.has(key)).flatMap((key) => levelOf(source, key)),
  ];
  return {
    levels: levels.slice(0, MOST_LEVELS),
    overlays: overlays.map(({ overlay }) => overlay),
    pane: keys.flatMap((key) => paneOf(source, condition, key))[0] ?? null,
    others: Object.entries(evidence.others ?? {}).flatMap(([key, other]) => seriesOf(source, key, other)),
  };
}

function conditionOf({ rule = '' }: Evidence): Condition | null {
  try {
    return parseRule(rule);
  } catch (error) {
    if (error instanceof RuleProblem) return null;
    throw error;
  }
}

/** Words of the rule language, which may hold digits: "200-bar average of the close", or "sma(200)" outside English. */
const labelOf = (key: string, { dates }: PictureWords): Text => {
  const text = dates.locale.startsWith('en') ? figureWords(key) : key;
  return [{ slot: 'quote', of: `figures.${key}`, as: 'words', text }];
};

function averageOf({ evidence, bars, words }: Source, key: string): { key: string; overlay: Overlay }[] {
  const [, name, period] = /^(sma|ema)\((\d+)\)$/.exec(key) ?? [];
  if (name !== 'sma' && name !== 'ema') return [];
  const values = valuesOf(bars, AVERAGES[name](Number(period)).next);
  // An exponential average remembers bars that aren't here any more.
  const isSame = endsAt(values, evidence.figures[key], name === 'ema' ? 1e-3 : 1e-6);
  return isSame ? [{ key, overlay: { label: labelOf(key, words), values } }] : [];
}

function paneOf({ evidence, bars, words }: Source, condition: Condition, key: string): IndicatorPane[] {
  const [, period] = /^rsi\((\d+)\)$/.exec(key) ?? [];
  if (period === undefined) return [];
  const values = valuesOf(bars, rsi(Number(period)).next);
  if (!endsAt(values, evidence.figures[key], 0.02)) return [];
  const levels = numbersComparedWith(condition, key).map((value) => threshold(value, words));
  return [{ label: labelOf(key, words), values, levels: levels.slice(0, MOST_LEVELS), bounds: [0, 100] }];
}

/** A figure of a rule that is a price: the highest high of so many bars, a band. Others are no levels. */
const PRICED = /^(?:highest|lowest|bb_|keltner|donchian|vwap|sma|ema|wma|hma|kama|session_)/;

function levelOf({ evidence, read, words }: Source, key: string): Level[] {
  const value = evidence.figures[key];
  const figure = readSlot(read, 'figure', `figures.${key}`, 'figure');
  return value !== undefined && figure && PRICED.test(key)
    ? [{ value, label: labelOf(key, words), figure: [figure] }]
    : [];
}

const threshold = (value: number, words: PictureWords): Level => ({
  value,
  label: [],
  figure: [{ slot: 'figure', of: 'rule', as: 'number', text: numberIn(words, formatExact(String(value))) }],
});

/** The plain numbers that a condition compares something with. */
function numbersComparedWith(condition: Condition, text: string): number[] {
  if ('test' in condition) {
    const { left, right } = condition;
    const pairs: [Operand, Operand][] = [
      [left, right],
      [right, left],
    ];
    return pairs.flatMap(([one, other]) =>
      'number' in other && printOperand(one) === text ? [other.number] : [],
    );
  }
  if ('within' in condition) return numbersComparedWith(condition.of, text);
  const parts = 'all' in condition ? condition.all : 'any' in condition ? condition.any : [];
  return parts.flatMap((part) => numbersComparedWith(part, text));
}

/** Another symbol's closes as each bar saw them: what the evidence holds of them, and nothing before. */
function seriesOf({ bars }: Source, key: string, { bars: last, past, seen }: OtherEvidence): OtherSeries[] {
  if (key.startsWith('on ')) return [];
  const closes = [...(past?.close ?? []), ...last.map(({ close }) => close)].map(Number);
  const own = seen.length;
  const aligned = bars.map((_, at) => {
    const place = seen[at - (bars.length - own)] ?? -1;
    return place < 0 ? null : (closes[place] ?? null);
  });
  const { length } = aligned.filter((value) => value !== null);
  if (length < LEAST_COMPARED) return [];
  return [{ name: [{ slot: 'symbol', of: `others.${key}`, as: 'text', text: key }], closes: aligned }];
}
