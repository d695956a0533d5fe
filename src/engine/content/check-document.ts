import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { isSlot, nodeText, type Slot, type Text } from '#src/shared/content/text.ts';
import type { Evidence } from '#src/shared/market.ts';
import { CONTEXT } from './context/slots.ts';
import { dataHolds } from './document-data.ts';
import { type Allowed, checkFacts, withoutNumbers } from './fact-guard.ts';
import type { SlotReader } from './slot-reader.ts';

/** What a document is checked against. */
export type Ground = Pick<Allowed, 'priceDecimals' | 'language' | 'formats'> & {
  read: SlotReader;
  /** Null where nothing in it is a figure of ours. */
  evidence: Evidence | null;
};

export type DocumentCheck = { ok: true } | { ok: false; part: string; figure: string };

const NOTHING = { bars: [], params: {}, figures: {} };

/**
 * Does every figure of the document follow from its evidence? Words of ours hold no figure; each slot, read from the
 * evidence again, has the text it has; and what they read as together holds no figure but the evidence's. Figures that
 * an author wrote are the author's. What programs are told is the evidence's own. `figure` is the first that does not hold.
 */
export function checkDocument(document: AlertDocument, ground: Ground): DocumentCheck {
  for (const { part, text } of textsOf(document)) {
    const figure = figureRefused(text, ground);
    if (figure !== null) return { ok: false, part, figure };
  }
  const { data } = document;
  if (data && ground.evidence && !dataHolds(data, ground.evidence))
    return { ok: false, part: 'data', figure: data.bar?.close ?? '' };
  return { ok: true };
}

function figureRefused(
  text: Text,
  { read, evidence, priceDecimals, language, formats }: Ground,
): string | null {
  for (const node of text) {
    if (isSlot(node)) {
      if (read(node) !== node.text) return node.text;
      continue;
    }
    const facts =
      typeof node === 'string'
        ? checkFacts(node, NOTHING, { phrases: [], language, formats })
        : { ok: true as const };
    if (!facts.ok) return facts.figure;
  }
  // Figures of the context were read from it again above; the evidence doesn't hold them.
  const isWords = ({ slot, of }: Slot): boolean =>
    slot !== 'figure' || evidence === null || of.startsWith(CONTEXT);
  const together = text.map((node) =>
    typeof node === 'object' && 'author' in node ? withoutNumbers(node.author) : nodeText(node),
  );
  const phrases = text
    .filter(isSlot)
    .filter(isWords)
    .map(({ text: phrase }) => phrase);
  const facts = checkFacts(together.join(''), evidence ?? NOTHING, {
    phrases,
    priceDecimals,
    language,
    formats,
  });
  return facts.ok ? null : facts.figure;
}
