import type { Language } from '#src/shared/content/answer.ts';
import { isRounded, isSame } from './exact.ts';
import { figuresIn, type Read } from './figures-in.ts';
import type { Habits } from './habits.ts';
import type { Grounds, Known } from './known.ts';

const placesOf = (value: string): number => value.split('.')[1]?.length ?? 0;
const sizeOf = (value: string): string => value.replace(/^-/, '');

/** Whether a number is printed as precisely as such a figure may be, and is that figure. */
export function isPrinted(printed: string, { value, precision }: Known): boolean {
  if (precision === 'exact') return isSame(printed, value);
  const places = placesOf(printed);
  if (precision === 'hundredths') return places === 2 && isRounded(printed, value);
  if (precision === 'volume') {
    const size = Math.abs(Number(value));
    const isFit = size >= 1000 ? places === 0 : size >= 1 ? places <= 2 : isSame(printed, value);
    return isFit && isRounded(printed, value);
  }
  // A change that would read as nothing has as many places as two of its digits need.
  return (places >= 2 || isSame(printed, value)) && isRounded(printed, value);
}

/** Whether a number is a figure: its unit, its sign where it has one, and its size. A change may stand without its sign. */
export function isFigure(read: Extract<Read, { is: 'number' }>, figure: Known): boolean {
  if (read.value === null || read.percent !== (figure.unit === '%')) return false;
  const isNegative = figure.value.startsWith('-');
  if (read.sign === '+' && (isNegative || !/[1-9]/.test(figure.value))) return false;
  if (read.sign === '-' && !isNegative) return false;
  const isSize = read.sign === '' && figure.unit === '%';
  return isSize
    ? isPrinted(read.value, { ...figure, value: sizeOf(figure.value) })
    : isPrinted(read.value, figure);
}

/** What a figure of a text comes from; null for what comes from nowhere. */
function sourceOf(read: Read, grounds: Grounds): string | null {
  switch (read.is) {
    case 'day':
      return read.weekdayFits && grounds.days.has(read.value) ? 'a day of the event' : null;
    case 'clock':
      return grounds.clocks.has(read.value) && (read.offset === null || grounds.offsets.has(read.offset))
        ? 'a time of the event'
        : null;
    case 'length':
      return grounds.lengths.has(read.value) ? 'the length of a bar' : null;
    default:
      return grounds.figures.find((figure) => isFigure(read, figure))?.of ?? null;
  }
}

const QUOTED = '\u0001';
/** Links are no figures. */
const ADDRESS = /https?:\/\/[^\s<>"]+/g;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Takes out what is quoted whole, the longest first. @returns the rest, and how many were there */
function withoutQuoted(text: string, verbatim: readonly string[]): { rest: string; quoted: number } {
  let [rest, quoted] = [text.replaceAll(ADDRESS, QUOTED), 0];
  for (const each of verbatim.toSorted((a, b) => b.length - a.length)) {
    const whole = new RegExp(`(?<![\\p{N}+-]|\\p{N}[.,])${escaped(each)}(?![\\p{N}%]|[.,]\\p{N})`, 'gu');
    rest = rest.replaceAll(whole, () => {
      quoted += 1;
      return QUOTED;
    });
  }
  if (!rest.includes('…')) return { rest, quoted };
  // A name that has no room is shortened.
  for (const each of verbatim) {
    const letters = [...each];
    const kept = letters.findLastIndex(
      (_, at) => at > 1 && rest.includes(`${letters.slice(0, at).join('').trimEnd()}…`),
    );
    if (kept > 0) rest = rest.replace(`${letters.slice(0, kept).join('').trimEnd()}…`, QUOTED);
  }
  return { rest, quoted };
}

export type ReadBack = {
  /** Figures that were read, those in quotations as one each. */
  figures: number;
  /** What comes from nowhere, with the words around it. */
  unattributed: { figure: string; around: string }[];
};

/** Reads every figure of a text, and looks for each in what the event knows. */
export function readBack(text: string, grounds: Grounds, language: Language, habits: Habits): ReadBack {
  const { rest, quoted } = withoutQuoted(text, grounds.verbatim);
  const read = figuresIn(rest, language, habits);
  const lost = read.filter((each) => sourceOf(each, grounds) === null);
  return {
    figures: quoted + read.length,
    unattributed: lost.map(({ text: figure, at }) => ({
      figure,
      around: rest.slice(Math.max(0, at - 30), at + figure.length + 20).replaceAll(/\s+/g, ' '),
    })),
  };
}
