import type { Flapping } from '#src/shared/flapping.ts';

/** From when on what a rule triggered counts: the span before now, or since it was resumed. */
export const countsFrom = ({ minutes }: Flapping, resumedAt: Date | null, now: Date): Date =>
  new Date(Math.max(now.getTime() - minutes * 60_000, resumedAt?.getTime() ?? 0));

export type Verdict = 'fine' | 'suspend' | 'report';
const REPORT_AFTER = 86_400_000;

/**
 * What becomes of a rule that triggered so often in the span. A critical one is never suspended: it's reported, once a day
 * at most.
 */
export function flaps(
  { most }: Flapping,
  {
    fired,
    critical,
    reportedAt,
    now,
  }: { fired: number; critical: boolean; reportedAt: Date | null; now: Date },
): Verdict {
  if (most === null || fired <= most) return 'fine';
  if (!critical) return 'suspend';
  return reportedAt === null || now.getTime() - reportedAt.getTime() >= REPORT_AFTER ? 'report' : 'fine';
}
