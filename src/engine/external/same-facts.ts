import type { ExternalEvidence } from '#src/shared/external/evidence.ts';
import type { Verdict } from '../detectors/verify.ts';

type Read = Pick<ExternalEvidence, 'facts' | 'other'>;

const sorted = (fields: Record<string, string>): string =>
  JSON.stringify(Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Whether evidence says what reading it again gives. */
export function sameFacts(evidence: Read, read: Read): Verdict {
  for (const part of ['facts', 'other'] as const)
    if (sorted(evidence[part]) !== sorted(read[part]))
      return {
        ok: false,
        reason: `the ${part === 'facts' ? 'facts' : 'other fields'} are not what was said.`,
      };
  return { ok: true };
}
