import type { OutsideEvidence } from '#src/shared/outside/evidence.ts';
import type { Verdict } from '../../detectors/verify.ts';
import { sameFacts } from '../../outside/same-facts.ts';
import { readCall } from './read-call.ts';

/** Reads the body of the call again. */
export function verifyCall(evidence: OutsideEvidence): Verdict {
  const read = readCall(evidence.said);
  return read.ok ? sameFacts(evidence, read) : { ok: false, reason: read.reason };
}
