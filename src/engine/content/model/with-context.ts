import type { Claim } from '#src/shared/content/answer.ts';
import type { ContextFact } from '#src/shared/content/context.ts';
import { plain } from '#src/shared/content/text.ts';
import { joined } from '../context/words.ts';
import type { Facts } from '../gate/facts.ts';
import { forbiddenIn } from '../gate/free-words.ts';
import type { AnswerVerdict, GateRules, Written } from '../gate/gate.ts';
import { wordClaim } from '../gate/word-claim.ts';
import { fromShape } from '../least-avoided.ts';
import { LEXICONS } from '../languages/registry.ts';

/** Whether a claim says what a fact of the history says. */
export function tells(claim: Claim, fact: ContextFact): boolean {
  if (claim.claim === 'context') return claim.fact === fact.fact;
  if (claim.claim === 'streak') return fact.fact === 'streak' && fact.way === claim.way;
  if (claim.claim !== 'first_since' || fact.fact !== 'largest_since') return false;
  return claim.what === (fact.way === 'up' ? 'largest_rise' : 'largest_fall');
}

/**
 * A model's text, with the history facts that it left out as a last paragraph: AI texts and built-in texts give the same
 * history. A fact is skipped if every wording of it has a word that the brand avoids, as in built-in texts.
 */
export function withContext(
  { written, claims }: Pick<Extract<AnswerVerdict, { ok: true }>, 'written' | 'claims'>,
  { facts, language, forbidden, pick }: { facts: Facts } & Pick<GateRules, 'language' | 'forbidden' | 'pick'>,
): Written {
  const untold = (facts.context?.facts ?? []).filter((fact) => !claims.some((claim) => tells(claim, fact)));
  const sentences = untold.flatMap(({ fact }) =>
    fromShape(wordClaim({ claim: 'context', fact }, facts, language).sentences, pick)
      .filter((sentence) => forbiddenIn(plain(sentence), language, forbidden).length === 0)
      .slice(0, 1),
  );
  if (sentences.length === 0) return written;
  const history = joined(sentences, LEXICONS[language].context);
  return { ...written, paragraphs: [...written.paragraphs, history] };
}
