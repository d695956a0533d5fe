import type { Language } from '#src/shared/content/answer.ts';
import { plain, type Text } from '#src/shared/content/text.ts';
import { forbiddenIn } from './gate/free-words.ts';
import type { BrandRow } from './look.ts';

/** How many of the words that a brand avoids are in a text. */
export type CountAvoided = (text: Text) => number;

export function avoidedBy({ voice }: BrandRow, language: Language): CountAvoided {
  const avoid = voice?.avoid ?? [];
  return (text) => (avoid.length === 0 ? 0 : forbiddenIn(plain(text), language, avoid).length);
}

/** Shapes in the order they are tried: the wanted one first. */
export const fromShape = <T>(shapes: readonly T[], shape: number): T[] => {
  const at = shape % shapes.length;
  return [...shapes.slice(at), ...shapes.slice(0, at)];
};

/**
 * The first of these templates without a word that is avoided, or the first with the fewest: what all have, such as a
 * name, can't be avoided.
 */
export function leastAvoided(
  templates: readonly string[],
  fill: (template: string) => Text,
  count: CountAvoided,
): Text {
  let best: { text: Text; avoided: number } | null = null;
  for (const template of templates) {
    const text = fill(template);
    const avoided = count(text);
    if (avoided === 0) return text;
    if (!best || avoided < best.avoided) best = { text, avoided };
  }
  return best?.text ?? [];
}
