/**
 * In Liquid, a value of the event is a mark: its place among the values, in characters that no keyboard has. So filters
 * and tags can move it and never change it; code fills it in afterwards.
 */
const OPEN = '\uE000';
const CLOSE = '\uE001';
const ZERO = 0xe010;

/** Anything that could be a mark, or a piece of one. */
export const MARK_CHARACTER = /[\uE000-\uE019]/u;
const MARK = /\uE000([\uE010-\uE019]{1,4})\uE001/gu;

export const markOf = (place: number): string =>
  `${OPEN}${Array.from(String(place), (digit) => String.fromCharCode(ZERO + Number(digit))).join('')}${CLOSE}`;

const placeOf = (digits: string): number =>
  Number(Array.from(digits, (digit) => digit.charCodeAt(0) - ZERO).join(''));

/** A text cut at its marks, in order. Null where a filter has cut one. */
export function atMarks(text: string): ({ text: string } | { value: number })[] | null {
  const parts: ({ text: string } | { value: number })[] = [];
  let end = 0;
  for (const { 0: whole, 1: digits = '', index } of text.matchAll(MARK)) {
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ value: placeOf(digits) });
    end = index + whole.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts.some((part) => 'text' in part && MARK_CHARACTER.test(part.text)) ? null : parts;
}
