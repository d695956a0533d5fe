import type { PolicyContent } from '#src/shared/approval.ts';
import type { StoredAssessment } from './assessments.ts';
import { standardContent } from './standard.ts';

/** `asksOwners`: it has escalated, so each owner is asked in person. */
export type PolicyInForce = PolicyContent & { asksOwners?: true };

type Known = Pick<StoredAssessment, 'policyContent' | 'escalatedAt'>;

/**
 * The policy that an alert waits under: the stored one, or human review for alerts from before policies. Once it has
 * escalated, owners may approve too, even if the policy names other people: otherwise nobody who was asked could decide.
 */
export function policyInForce(judged: Known | null): PolicyInForce {
  if (judged === null) return standardContent('human');
  const { policyContent: policy, escalatedAt } = judged;
  if (escalatedAt === null) return policy;
  if (policy.approvers.roles.includes('owner')) return { ...policy, asksOwners: true };
  const roles = ['owner' as const, ...policy.approvers.roles];
  return { ...policy, approvers: { ...policy.approvers, roles }, asksOwners: true };
}
