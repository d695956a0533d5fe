import {
  APPROVERS,
  type PolicyContent,
  type Reason,
  type StandardPolicy,
  STANDARD_POLICIES,
} from '#src/shared/approval.ts';

/** Points of a reason at full strength, where a policy doesn't say otherwise. */
export const STANDARD_WEIGHTS: Readonly<Record<Reason, number>> = {
  move: 35,
  claims: 40,
  data: 40,
  first_use: 30,
  writer: 20,
  audience: 25,
  hour: 10,
  history: 40,
  freshness: 30,
};

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
  waitsMinutes: null,
  unanswered: 'expire',
  hours: null,
});

export const standardPolicies = () =>
  STANDARD_POLICIES.map((id) => ({ id, name: STANDARD_NAMES[id], content: standardContent(id) }));
