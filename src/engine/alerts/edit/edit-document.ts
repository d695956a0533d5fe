import { alertLanguageSchema } from '#src/shared/content/answer.ts';
import type { ContentFinding } from '#src/shared/content/content-check.ts';
import { type AlertDocument, textsOf } from '#src/shared/content/document.ts';
import { changedSentences } from '#src/shared/content/sentences.ts';
import { plain, type Slot, type Text } from '#src/shared/content/text.ts';
import type { EditableText } from '#src/shared/review.ts';
import { checkDocument } from '../../content/check-document.ts';
import { checkPlainText, valuesHeld } from '../../content/gate/check-content.ts';
import type { Facts } from '../../content/gate/facts.ts';
import { findingsIn } from '../../content/composed/check.ts';
import { retitled } from '../by-model.ts';
import { outsideValues, valuesOf, valueTexts, withValues } from './values-in-text.ts';

type Words = Pick<EditableText, 'headline' | 'summary'>;
/** What texts are checked against: `facts` is null for what others said, where only words can be judged. */
export type EditRules = {
  facts: Facts | null;
  forbidden: readonly string[];
  /** A person wrote it: then the editor vouches for what its author would. */
  composed?: boolean;
};
/** Something that may not go out as it is, and in which text. */
export type EditFinding = Pick<ContentFinding, 'verdict' | 'code' | 'reason' | 'found'> & {
  at: keyof Words;
};
type Edited = { document: AlertDocument; values: ReadonlySet<unknown>; findings: EditFinding[] };

const wordsOf = ({ headline, summary }: AlertDocument): Words => ({
  headline: plain(headline),
  summary: plain(summary),
});

/** What of a document may be edited. `written`: as it was before anybody edited it. */
export function editableText(document: AlertDocument, written: AlertDocument | undefined): EditableText {
  const { headline, summary } = document;
  const all = textsOf(document).flatMap(({ text }) => valuesOf(text));
  return {
    language: document.language,
    ...wordsOf(document),
    values: valueTexts([...valuesOf(headline, summary), ...all.filter(({ slot }) => slot === 'figure')]),
    written: wordsOf(written ?? document),
  };
}

/**
 * A document in a reviewer's words. Sentences that stay as they were pass, as they were written from the evidence; the
 * gate looks at the others. Figures that the alert has are slots; those that it hasn't are the reviewer's, who vouches for
 * them.
 */
export function editDocument(
  document: AlertDocument,
  words: Words,
  { facts, forbidden, composed = false }: EditRules,
): Edited {
  const { data: language } = alertLanguageSchema.safeParse(document.language.split('-')[0]);
  const before = wordsOf(document);
  const gate = facts && language ? { facts, rules: { language, forbidden: [...forbidden] } } : null;
  const known = [
    ...textsOf(document).flatMap(({ text }) => valuesOf(text)),
    ...(gate ? valuesHeld(gate.facts, gate.rules) : []),
  ];
  // Its own values first: another that reads the same may come from elsewhere.
  const valued = (at: keyof Words, text: string): Text =>
    withValues(text, [...valuesOf(document[at]), ...known], document.language);
  const findings = (['headline', 'summary'] as const).flatMap((at): EditFinding[] => {
    const changed = changedSentences(before[at], words[at]);
    if (changed === '') return [];
    const asAuthor = { facts, language: language ?? 'en', forbidden };
    const found = composed
      ? findingsIn(changed, asAuthor)
      : gate
        ? checkPlainText(changed, gate.facts, gate.rules).findings
        : outsideValues(findingsIn(changed, asAuthor), valued(at, changed));
    return found.map(({ verdict, code, reason, found: what }) => ({
      verdict,
      code,
      reason,
      found: what,
      at,
    }));
  });
  // Words of a person stay a person’s, with their figures. In an alert of ours they vouch for them first.
  const authored = (at: keyof Words, text: Text): Text =>
    composed || findings.some((each) => each.at === at && each.verdict === 'vouch')
      ? text.map((node) => (typeof node === 'string' ? { author: node } : node))
      : text;
  const filled = (at: keyof Words): Text =>
    words[at] === before[at] ? document[at] : authored(at, valued(at, words[at]));
  const [headline, summary] = [filled('headline'), filled('summary')];
  const edited = { ...document, title: retitled(document, headline), headline, summary };
  const values = new Set<unknown>(known);
  const read = (slot: Pick<Slot, 'of' | 'as'>): string | null =>
    values.has(slot) && 'text' in slot ? String(slot.text) : null;
  const check = checkDocument(edited, { read, evidence: null, language, formats: document.look.formats });
  if (!check.ok)
    findings.unshift({
      verdict: 'refused',
      code: 'figure',
      reason: 'This figure isn’t one of the alert’s.',
      found: check.figure,
      at: check.part === 'summary' ? 'summary' : 'headline',
    });
  return { document: edited, values, findings };
}
