import type { ContentCheck, ContentFinding, Vouch } from '#src/shared/content/content-check.ts';
import { isSlot, plain, type Slot } from '#src/shared/content/text.ts';
import { checkText } from './check-text.ts';
import { trueClaims } from './claims.ts';
import type { Facts } from './facts.ts';
import type { WordRules } from './free-words.ts';
import { checkAnswer, type GateRules, type Refusal } from './gate.ts';
import { type Reason, REASONS } from './reasons.ts';
import { wordClaim } from './word-claim.ts';

/** A person can vouch for these: figures in any spelling, and what belongs to one. */
const VOUCHED: ReadonlySet<Reason> = new Set([
  'figure',
  'figure_elsewhere',
  'number_word',
  'fraction_or_multiple',
  'ordinal',
  'quantity',
  'unit',
  'time',
]);

const findingOf = ({ code, ...place }: Refusal, mayVouch: boolean): ContentFinding => ({
  verdict: mayVouch && VOUCHED.has(code) ? 'vouch' : 'refused',
  code,
  reason: REASONS[code],
  ...place,
});

const checkOf = (findings: ContentFinding[], written: ContentCheck['written'] = null): ContentCheck => ({
  verdict:
    findings.length === 0
      ? 'passed'
      : findings.some(({ verdict }) => verdict === 'refused')
        ? 'refused'
        : 'vouch',
  findings,
  written,
});

/**
 * What in a person's text may not go out as it is. Sentences that word a true claim pass, and so do names and dates of
 * the event. Figures outside such sentences need somebody who vouches for them; what the block lists refuse has to change.
 */
export function checkPlainText(text: string, facts: Facts, rules: WordRules): ContentCheck {
  const verdict = checkText(text, facts, rules);
  if (verdict.ok) return checkOf([]);
  const held = figuresHeld(facts, rules);
  return checkOf(
    verdict.refusals.map((refusal) =>
      findingOf(
        refusal.code === 'figure' && held.has(refusal.found)
          ? { ...refusal, code: 'figure_elsewhere' }
          : refusal,
        true,
      ),
    ),
  );
}

/** Every figure that a true sentence about the event may hold, as it reads. */
function figuresHeld(facts: Facts, { language }: WordRules): Set<string> {
  return new Set(
    trueClaims(facts).flatMap((claim) =>
      wordClaim(claim, facts, language)
        .sentences.flat()
        .flatMap((node) => (isSlot(node) && node.slot === 'figure' ? [node.text] : [])),
    ),
  );
}

/** Every value that a true sentence about the event may hold. */
export const valuesHeld = (facts: Facts, { language }: WordRules): Slot[] =>
  trueClaims(facts).flatMap((claim) => {
    const { sentences, headlines } = wordClaim(claim, facts, language);
    return [...sentences, ...headlines].flat().filter(isSlot);
  });

/** What in an answer of claims, slots and free words is refused, or how it reads where nothing is. */
export function checkModelAnswer(answer: unknown, facts: Facts, rules: GateRules): ContentCheck {
  const verdict = checkAnswer(answer, facts, rules);
  if (!verdict.ok) return checkOf(verdict.refusals.map((refusal) => findingOf(refusal, false)));
  const { headline, summary, paragraphs } = verdict.written;
  return checkOf([], {
    headline: plain(headline),
    summary: plain(summary),
    paragraphs: paragraphs.map(plain),
  });
}

/** What is left of a check once a person has vouched for figures of the same text. Nobody can vouch for the rest. */
export function afterVouches({ findings, written }: ContentCheck, vouches: readonly Vouch[]): ContentCheck {
  const isVouched = ({ verdict, start, end, found }: ContentFinding): boolean =>
    verdict === 'vouch' &&
    vouches.some((vouch) => vouch.start === start && vouch.end === end && vouch.found === found);
  return checkOf(
    findings.filter((finding) => !isVouched(finding)),
    written,
  );
}
