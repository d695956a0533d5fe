import {
  APPROVERS,
  type PolicyContent,
  type StandardPolicy,
  STANDARD_POLICIES,
} from '#src/shared/approval.ts';

export const STANDARD_NAMES: Readonly<Record<StandardPolicy, string>> = {
  auto: 'Fully automated',
  human: 'Human review',
  smart: 'Smart approval',
};

/** The content of a standard policy, whose version is always 1. */
export const standardContent = (mode: StandardPolicy): PolicyContent => ({
  mode,
  asksFrom: 50,
  weights: {},
  approvers: { roles: [...APPROVERS], people: [] },
  needs: 1,
  notAuthor: false,
  ...(mode === 'human' && { together: true }),
  waitsMinutes: null,
  unanswered: 'expire',
  hours: null,
});

export const standardPolicies = () =>
  STANDARD_POLICIES.map((id) => ({ id, name: STANDARD_NAMES[id], content: standardContent(id) }));
