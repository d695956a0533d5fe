import type { ExternalEvidence, SaidFrom } from '#src/shared/external/evidence.ts';
import { verifySaid } from './composed/said.ts';
import { verifyEntry } from './calendar/evidence.ts';
import { verifyNews } from './news/evidence.ts';
import { verifyCall } from './webhook/verify-call.ts';
import type { Verdict } from '../detectors/verify.ts';

/** How the events of each kind are computed again from what was said. */
const VERIFIERS: Record<SaidFrom, (evidence: ExternalEvidence) => Verdict> = {
  webhook: verifyCall,
  news: verifyNews,
  calendar: verifyEntry,
  composed: verifySaid,
};

/**
 * Reads what was said once more, and compares. It shows that an alert tells what came, and that its rule asked for it;
 * not that it is so in the world. Never throws on bad evidence.
 */
export function verifyExternal(detector: string, evidence: ExternalEvidence): Verdict {
  const { from } = evidence.said;
  if (from !== detector) return { ok: false, reason: `the evidence is of the kind ${from}.` };
  return VERIFIERS[from](evidence);
}
