import type { ComposedWords } from '#src/shared/composed.ts';
import { plain } from '#src/shared/content/text.ts';
import { trueClaims } from '../gate/claims.ts';
import { wordClaim } from '../gate/word-claim.ts';
import type { Language } from '#src/shared/content/answer.ts';
import type { Facts } from '../gate/facts.ts';

/** A text to begin with, of sentences that the evidence bears out; null without prices. */
export function builtInDraft({
  facts,
  language,
}: {
  facts: Facts | null;
  language: Language;
}): ComposedWords | null {
  if (!facts) return null;
  const claims = trueClaims(facts);
  const move = claims.find(({ claim }) => claim === 'move') ?? claims[0];
  if (!move) return null;
  const { headlines, sentences } = wordClaim(move, facts, language);
  const [headline] = headlines;
  const [summary] = sentences;
  return headline && summary ? { headline: plain(headline), summary: plain(summary), paragraphs: [] } : null;
}
