import { DateTime } from 'luxon';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import {
  type Outcome,
  type PolicyContent,
  REASONS,
  type ScoredReason,
  STANDARD_WEIGHTS,
} from '#src/shared/approval.ts';
import { placeName } from '#src/shared/countries/place-name.ts';
import { REASON_RULES } from './reasons.ts';

/** What a policy says about an alert. `score` is null where it doesn't score. */
export type Assessed = {
  outcome: Outcome;
  score: number | null;
  /** With points, most first. */
  reasons: ScoredReason[];
  says: string;
};

const SCORE_MAX = 100;

/**
 * Decides whether an alert goes out or waits for a person. A pure function: the same content and inputs give the same
 * answer at any time, which is how decisions are replayed and dry runs made.
 */
export function assess(content: PolicyContent, inputs: ApprovalInputs): Assessed {
  const closed = listAsks(inputs) ?? countriesAsk(inputs) ?? hoursClosed(content, inputs);
  if (content.mode === 'human')
    return {
      outcome: 'review',
      score: null,
      reasons: [],
      says: 'The policy asks for a review of every alert.',
    };
  if (content.mode === 'auto')
    return closed === null
      ? { outcome: 'send', score: null, reasons: [], says: 'The policy sends alerts without a review.' }
      : { outcome: 'review', score: null, reasons: [], says: closed };
  const reasons = REASONS.flatMap((reason): ScoredReason[] => {
    const found = REASON_RULES[reason](inputs);
    const points = found
      ? Math.round(found.strength * (content.weights[reason] ?? STANDARD_WEIGHTS[reason]))
      : 0;
    return found && points > 0 ? [{ reason, points, says: found.says }] : [];
  }).sort((one, other) => other.points - one.points);
  const score = Math.min(
    SCORE_MAX,
    reasons.reduce((sum, { points }) => sum + points, 0),
  );
  const asks = score >= content.asksFrom;
  const scored = `It scores ${score} of 100; the policy asks a person from ${content.asksFrom} on.`;
  return {
    outcome: asks || closed !== null ? 'review' : 'send',
    score,
    reasons,
    says: asks || closed === null ? scored : `${scored} ${closed}`,
  };
}

/** What is on the watch list is for those who may read it: it isn't named here. */
const listAsks = ({ watched }: ApprovalInputs): string | null =>
  watched === true ? 'The brand asks for a review of this alert.' : null;

/** Which countries ask for a person, by the brand's own policy; null where none does. */
function countriesAsk({ review = [] }: ApprovalInputs): string | null {
  if (review.length === 0) return null;
  return `The brand’s country policy asks for a review: ${review.map(placeName).join(', ')}.`;
}

/** Why it is outside the hours in which a policy sends by itself; null within them. */
function hoursClosed({ hours }: PolicyContent, { at }: ApprovalInputs): string | null {
  if (hours === null) return null;
  const local = DateTime.fromISO(at, { zone: hours.timeZone });
  const time = local.toFormat('HH:mm');
  if (hours.days.includes(local.weekday) && time >= hours.from && time < hours.to) return null;
  return `Outside ${hours.from}–${hours.to} (${hours.timeZone}) on the policy’s days, a person decides.`;
}
