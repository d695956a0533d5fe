import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Verdict } from '../../detectors/verify.ts';
import { sameFacts } from '../same-facts.ts';
import { readCall } from './read-call.ts';

/** Reads the body of the call again. */
export function verifyCall(evidence: ExternalEvidence): Verdict {
  const read = readCall(evidence.said);
  return read.ok ? sameFacts(evidence, read) : { ok: false, reason: read.reason };
}
