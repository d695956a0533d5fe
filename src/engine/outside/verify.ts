import type { OutsideEvidence, OutsideKind } from '#src/shared/outside/evidence.ts';
import { verifyEntry } from '../feeds/calendar/evidence.ts';
import { verifyNews } from '../feeds/news/evidence.ts';
import { verifyCall } from '../feeds/webhook/verify-call.ts';
import type { Verdict } from '../detectors/verify.ts';

/** How the events of each kind are computed again from what was said. */
const VERIFIERS: Record<OutsideKind, (evidence: OutsideEvidence) => Verdict> = {
  webhook: verifyCall,
  news: verifyNews,
  calendar: verifyEntry,
};

/**
 * Reads what was said once more, and compares. It shows that an alert tells what came, and that its rule asked for it;
 * not that it is so in the world. Never throws on bad evidence.
 */
export function verifyOutside(detector: string, evidence: OutsideEvidence): Verdict {
  const { from } = evidence.said;
  if (from !== detector) return { ok: false, reason: `the evidence is of the kind ${from}.` };
  return VERIFIERS[from](evidence);
}
