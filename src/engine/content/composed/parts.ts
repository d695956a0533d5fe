import { COMPOSED_FIGURES, type ComposedFigure, COMPOSED_FIGURE_NAMES } from '#src/shared/composed.ts';
import { isGlued } from '#src/shared/rules/message.ts';
import { type Text, tidyText } from '#src/shared/content/text.ts';
import { MARKET_SLOTS } from '../market-slots.ts';
import { readSlot, type SlotReader, type SlotSource } from '../slot-reader.ts';

/** Where each figure is read from. */
export const FIGURE_SOURCES: Readonly<Record<ComposedFigure, SlotSource>> = {
  name: MARKET_SLOTS.name,
  ticker: ['symbol', 'instrument.ticker', 'text'],
  close: MARKET_SLOTS.close,
  change_1d: ['figure', 'figures.change_1d_pct', 'change'],
  change_1w: ['figure', 'figures.change_1w_pct', 'change'],
  change_1m: ['figure', 'figures.change_1m_pct', 'change'],
  open: MARKET_SLOTS.open,
  high: MARKET_SLOTS.high,
  low: MARKET_SLOTS.low,
  volume: ['figure', 'bar.volume', 'exact'],
  previous_close: MARKET_SLOTS.previous_close,
  time: MARKET_SLOTS.when,
};

/** A piece of what was typed, with its place in it. */
export type Part = { start: number; end: number } & (
  | { said: string }
  | { figure: ComposedFigure }
  /** Braces that name nothing, or a figure that would read as another. */
  | { wrong: 'unknown_slot' | 'structure' }
);

const isFigure = (name: string): name is ComposedFigure => Object.hasOwn(COMPOSED_FIGURES, name);

/** Takes a text apart at its placeholders. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const say = (end: number) => {
    if (end > from) parts.push({ start: from, end, said: text.slice(from, end) });
  };
  for (const match of text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)) {
    const [whole, written = ''] = match;
    const name = written.toLowerCase();
    const [start, end] = [match.index, match.index + whole.length];
    say(start);
    const place = { start, end };
    if (!isFigure(name)) parts.push({ ...place, wrong: 'unknown_slot' });
    else if (isNumber(name) && isGlued(text.slice(0, start), text.slice(end)))
      parts.push({ ...place, wrong: 'structure' });
    else parts.push({ ...place, figure: name });
    from = end;
  }
  say(text.length);
  return parts;
}

export const isNumber = (name: ComposedFigure): boolean => FIGURE_SOURCES[name][0] === 'figure';

/** The figures that a text names, each once. */
export const figuresNamed = (...texts: readonly string[]): ComposedFigure[] => {
  const named = new Set(texts.flatMap(partsOf).flatMap((part) => ('figure' in part ? [part.figure] : [])));
  return COMPOSED_FIGURE_NAMES.filter((name) => named.has(name));
};

/** A text with its figures filled in; what the evidence doesn't have stays as it was typed. */
export function filledText(text: string, read: SlotReader): Text {
  return tidyText(
    partsOf(text).map((part) => {
      const typed = { author: text.slice(part.start, part.end) };
      return 'figure' in part ? (readSlot(read, ...FIGURE_SOURCES[part.figure]) ?? typed) : typed;
    }),
  );
}
