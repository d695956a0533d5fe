import { isSlot, nodeText, type Slot, type Text, tidyText } from '#src/shared/content/text.ts';

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * An edited text with its values as slots again: wherever a value is written as it reads, that slot is there, the
 * longest first. Of values that read the same, the first counts.
 */
export function withValues(text: string, values: readonly Slot[], language: string): Text {
  const byText = new Map<string, Slot>();
  for (const value of values) if (value.text !== '' && !byText.has(value.text)) byText.set(value.text, value);
  if (byText.size === 0) return [text];
  const choices = [...byText.keys()].toSorted((a, b) => b.length - a.length).map(escapeRegExp);
  // "S&P 500" isn't in "S&P 5001", and "2" isn't in "2.5%". Japanese has no spaces between words.
  const letter = language.startsWith('ja') ? '' : '\\p{L}';
  const alone = `(?<![${letter}\\p{N}]|\\p{N}[.,'\u2019\u202f])(?:${choices.join('|')})(?![${letter}\\p{N}%]|[.,'\u2019\u202f]\\p{N})`;
  const parts: Text = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(alone, 'gu'))) {
    const slot = byText.get(match[0]);
    if (!slot) continue;
    parts.push(text.slice(from, match.index), slot);
    from = match.index + match[0].length;
  }
  return tidyText([...parts, text.slice(from)]);
}

/** Each once by what it reads. */
export const valueTexts = (values: readonly Slot[]): string[] => [
  ...new Set(values.map(({ text }) => text).filter((text) => text !== '')),
];

export const valuesOf = (...texts: readonly Text[]): Slot[] => texts.flat().filter(isSlot);

/** Findings outside the values of a text. What is found in a value is the source's: a quoted headline, a webhook's figure. */
export function outsideValues<F extends { start: number; end: number }>(
  findings: readonly F[],
  text: Text,
): F[] {
  let end = 0;
  const values = text.flatMap((node) => {
    const start = end;
    end += nodeText(node).length;
    return isSlot(node) ? [{ start, end }] : [];
  });
  return findings.filter(
    (found) => !values.some((value) => value.start <= found.start && found.end <= value.end),
  );
}
