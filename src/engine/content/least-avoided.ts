import type { Language } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import { forbiddenIn } from './gate/free-words.ts';
import { SHAPES } from './languages/lexicon.ts';
import type { BrandRow } from './look.ts';

/**
 * A document in the shape that is wanted, or in the next one with fewer of the words that its brand avoids. Words that
 * every shape has, such as a name, can't be avoided.
 */
export function leastAvoided(
  { shape = 0, brand }: { shape?: number; brand: BrandRow },
  language: Language,
  write: (shape: number) => AlertDocument,
): AlertDocument {
  const avoid = brand.voice?.avoid ?? [];
  const first = write(shape % SHAPES);
  let best = { document: first, count: countOf(first, language, avoid) };
  for (let next = 1; next < SHAPES && best.count > 0; next += 1) {
    const document = write((shape + next) % SHAPES);
    const count = countOf(document, language, avoid);
    if (count < best.count) best = { document, count };
  }
  return best.document;
}

function countOf({ headline, summary, blocks }: AlertDocument, language: Language, avoid: readonly string[]) {
  if (avoid.length === 0) return 0;
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : []));
  return [headline, summary, ...paragraphs].reduce(
    (count, text) => count + forbiddenIn(plain(text), language, avoid).length,
    0,
  );
}
