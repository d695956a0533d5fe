import type { FigureName, Language } from '#src/shared/content/answer.ts';
import type { Context } from '#src/shared/content/context.ts';
import { type Decimal, parseDecimal } from '#src/shared/decimal.ts';
import { type MarketFacts, marketSlots } from '../market-slots.ts';
import type { SlotReader, SlotSource } from '../slot-reader.ts';

/** What a text is checked against: a market event. */
export type Facts = MarketFacts & {
  /** Which detector found it, once its evidence was verified: then the built-in writer's sentences are true as well. */
  detector?: string | undefined;
  /** What the bars before the event say of it. */
  context?: Context | null | undefined;
};

/** A figure of the event: what it is worth, and the slot it is written by. */
export type Figure = { value: Decimal; source: SlotSource };

export type Unit = 'price' | 'volume' | 'rsi' | 'range' | 'percent';

/** Only figures of one unit can be compared. */
export const UNITS: Readonly<Record<FigureName, Unit>> = {
  open: 'price',
  high: 'price',
  low: 'price',
  close: 'price',
  previous_close: 'price',
  previous_high: 'price',
  previous_low: 'price',
  fast_average: 'price',
  slow_average: 'price',
  range_high: 'price',
  range_low: 'price',
  round_number: 'price',
  start_close: 'price',
  volume: 'volume',
  mean_volume: 'volume',
  rsi: 'rsi',
  previous_rsi: 'rsi',
  level: 'rsi',
  range: 'range',
  mean_range: 'range',
  min_pct: 'percent',
};

const OF_PARAMS: ReadonlySet<FigureName> = new Set(['level', 'min_pct']);

/** A figure by its name, or null where the evidence doesn't hold it. */
export function figureOf({ evidence }: Facts, name: FigureName): Figure | null {
  const [previous, bar] = evidence.bars.slice(-2);
  const of = (text: string | number | null | undefined, source: SlotSource): Figure | null => {
    const value = text === null || text === undefined ? null : parseDecimal(String(text));
    return value && { value, source };
  };
  if (name === 'previous_close') return of(previous?.close, ['figure', 'previous.close', 'price']);
  if (name === 'open' || name === 'high' || name === 'low' || name === 'close')
    return of(bar?.[name], ['figure', `bar.${name}`, 'price']);
  if (name === 'volume') return of(bar?.volume, ['figure', 'bar.volume', 'exact']);
  if (OF_PARAMS.has(name)) return of(own(evidence.params, name), ['figure', `params.${name}`, 'param']);
  return of(own(evidence.figures, name), ['figure', `figures.${name}`, 'figure']);
}

const own = (record: Readonly<Record<string, number>>, key: string): number | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const readers = new WeakMap<Facts, Map<Language, SlotReader>>();

/** Reads figures of the event as the language writes them. An event's facts don't change, so they are read once. */
export function figureReader(facts: Facts, language: Language): SlotReader {
  const known = readers.get(facts) ?? new Map<Language, SlotReader>();
  readers.set(facts, known);
  const read = known.get(language) ?? marketSlots(facts, language);
  known.set(language, read);
  return read;
}
