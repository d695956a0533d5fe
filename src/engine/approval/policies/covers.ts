import type { PolicyContent } from '#src/shared/approval.ts';

const MODES: Readonly<Record<PolicyContent['mode'], number>> = { auto: 0, smart: 1, human: 2 };

/**
 * Whether a policy asks for at least what another one asks for: as often, as many people, none whom the other wouldn't
 * ask, and no release where the other has none, at
 * no price at which the other doesn't send, and no smaller share for a check afterwards. Two policies may differ so that neither covers the other.
 */
export function covers(own: PolicyContent, other: PolicyContent): boolean {
  if (other.mode === 'auto') return true;
  if (MODES[own.mode] < MODES[other.mode]) return false;
  // Weights move the score: only the same ones can be compared by the score from which a person is asked.
  const asksAsOften =
    own.mode === 'human' ||
    (own.asksFrom <= other.asksFrom && JSON.stringify(own.weights) === JSON.stringify(other.weights));
  return (
    asksAsOften &&
    own.needs >= other.needs &&
    (own.notAuthor || !other.notAuthor) &&
    isWithin(own.approvers, other.approvers) &&
    (own.unanswered !== 'release' || other.unanswered === 'release') &&
    isAsFresh(own.freshness, other.freshness) &&
    (own.mode === 'human' || (own.sampling ?? 0) >= (other.sampling ?? 0))
  );
}

/** Nothing goes out at a price at which it wouldn't there. */
const isAsFresh = (own: PolicyContent['freshness'], other: PolicyContent['freshness']): boolean =>
  other === undefined || (own !== undefined && own.movedPercent <= other.movedPercent);

type Approvers = PolicyContent['approvers'];

/** Nobody may approve under the first who may not under the second, and clients must where they must there. */
const isWithin = (own: Approvers, other: Approvers): boolean =>
  (other.clients !== 'must' || own.clients === 'must') &&
  (own.clients === undefined || other.clients !== undefined) &&
  own.roles.every((role) => other.roles.includes(role)) &&
  own.people.every((person) => other.people.includes(person));

/** How much a policy asks for, to order those of which neither covers the other. */
export const strictness = ({ mode, needs, notAuthor, approvers, unanswered }: PolicyContent): number =>
  mode === 'auto'
    ? 0
    : 100 * MODES[mode] +
      10 * needs +
      4 * Number(approvers.clients === 'must') +
      2 * Number(notAuthor) +
      Number(unanswered !== 'release');
