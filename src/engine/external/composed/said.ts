import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { ComposedWords } from '#src/shared/composed.ts';
import type { Verdict } from '../../detectors/verify.ts';

/** The evidence of an alert about no symbol: its author’s words as typed, and nothing that follows from them. */
export const saidBy = (words: ComposedWords, { by, at }: { by: string; at: Date }): ExternalEvidence => ({
  said: {
    from: 'composed',
    by,
    at: at.toISOString(),
    type: 'application/json',
    body: JSON.stringify(words),
  },
  facts: {},
  other: {},
});

/** Nothing is read out of an author’s words, so nothing else may be in their evidence. */
export function verifySaid({ facts, other }: ExternalEvidence): Verdict {
  return Object.keys(facts).length + Object.keys(other).length === 0
    ? { ok: true }
    : { ok: false, reason: 'the evidence of a written alert has no facts.' };
}
