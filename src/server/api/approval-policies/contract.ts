import {
  dryRunFormSchema,
  dryRunSchema,
  policiesSchema,
  policyChangeSchema,
  policyFormSchema,
  policySchema,
  policyVersionsSchema,
} from '#src/shared/approval.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Policies = component({
  name: 'ApprovalPolicies',
  schema: policiesSchema,
  fields: {
    standard: 'Policies that every workspace has. Rules and routes name them by their `id`.',
    items: 'Your own policies, by name.',
  },
});
const Policy = component({
  name: 'ApprovalPolicy',
  schema: policySchema,
  fields: {
    version: 'Increases with every change of the content.',
    usedBy: 'Number of rules that use it, directly or in a route.',
  },
});
const PolicyForm = component({ name: 'ApprovalPolicyForm', schema: policyFormSchema, fields: {} });
const PolicyChange = component({
  name: 'ApprovalPolicyChange',
  schema: policyChangeSchema,
  fields: { version: 'The version that your change is based on. If there is a newer one, nothing changes.' },
});
const Versions = component({ name: 'ApprovalPolicyVersions', schema: policyVersionsSchema, fields: {} });
const DryRunForm = component({ name: 'ApprovalDryRunForm', schema: dryRunFormSchema, fields: {} });
const DryRun = component({
  name: 'ApprovalDryRun',
  schema: dryRunSchema,
  fields: {
    alerts: 'Number of recent alerts tested, up to 500.',
    unknown: 'Alerts without stored data to decide on.',
    differences: 'Alerts that the policy would have treated differently, newest first.',
  },
});

const PARAMS = { id: 'The policy’s id.' };
const CONTENT = {
  mode: 'smart',
  asksFrom: 60,
  weights: { audience: 40 },
  waitsMinutes: 30,
  unanswered: 'escalate',
  freshness: { movedPercent: 2, action: 'ask', late: 'digest' },
};
const CAREFUL = { name: 'Careful', content: CONTENT };

export const APPROVAL_POLICIES = endpoints('Alerts', {
  list: {
    method: 'get',
    path: '/approval-policies',
    needs: 'workspace:read',
    demo: true,
    summary: 'List approval policies',
    description: 'The standard policies, and your own by name.',
    answer: { status: 200, says: 'Policies.', schema: Policies },
    example: {},
  },
  make: {
    method: 'post',
    path: '/approval-policies',
    needs: 'policies:write',
    tells: ['account'],
    summary: 'Create an approval policy',
    description:
      'A policy decides whether an alert goes out or waits for a person, who may approve it, how long it waits, and what happens without a decision. `mode`: `auto` sends, `human` asks a person, `smart` scores named reasons and asks a person if the score reaches `asksFrom`. `weights` are the points of each reason at full strength; those you leave out keep the standard weight. `hours`: outside of them a person decides. `together`: whether reviewers can decide several of its alerts at once. `sampling`: the share of alerts sent without a review that a person checks afterwards, in percent. `barCorrections`: whether corrections of figures whose bars were corrected go out without a person. Name the policy’s id in the `approval` of a rule or route.',
    body: { schema: PolicyForm, required: true },
    answer: { status: 201, says: 'The policy.', schema: Policy },
    errors: ['bad_json', 'validation_failed', 'name_taken'],
    example: { body: CAREFUL },
  },
  dryRun: {
    method: 'post',
    path: '/approval-policies/dry-run',
    needs: 'alerts:read',
    whileReadOnly: true,
    summary: 'Try an approval policy on past alerts',
    description:
      'Shows what a policy, saved or not, would have decided for your newest 500 alerts, from what was known when each was written.',
    body: { schema: DryRunForm, required: true },
    answer: { status: 200, says: 'The counts, and the differences.', schema: DryRun },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { content: CONTENT } },
  },
  read: {
    method: 'get',
    path: '/approval-policies/{id}',
    needs: 'workspace:read',
    demo: true,
    summary: 'Read an approval policy',
    description: 'One of your own policies, with its content.',
    params: PARAMS,
    answer: { status: 200, says: 'The policy.', schema: Policy },
    errors: ['not_found'],
    example: { params: { id: '$POLICY_ID' } },
  },
  change: {
    method: 'patch',
    path: '/approval-policies/{id}',
    needs: 'policies:write',
    tells: ['account'],
    summary: 'Change an approval policy',
    description:
      'A change of the content creates a new version. Alerts that already wait keep the version they were held by.',
    params: PARAMS,
    body: { schema: PolicyChange, required: true },
    answer: { status: 200, says: 'The policy.', schema: Policy },
    errors: ['bad_json', 'validation_failed', 'not_found', 'name_taken', 'version_conflict'],
    example: { params: { id: '$POLICY_ID' }, body: { name: 'Very careful' } },
  },
  versions: {
    method: 'get',
    path: '/approval-policies/{id}/versions',
    needs: 'workspace:read',
    demo: true,
    summary: 'List versions of an approval policy',
    description: 'All versions, newest first, with who saved them.',
    params: PARAMS,
    answer: { status: 200, says: 'Versions.', schema: Versions },
    errors: ['not_found'],
    example: { params: { id: '$POLICY_ID' } },
  },
  remove: {
    method: 'delete',
    path: '/approval-policies/{id}',
    needs: 'policies:write',
    tells: ['account'],
    summary: 'Delete an approval policy',
    description: 'Only a policy that no rule uses can be deleted.',
    params: PARAMS,
    answer: { status: 204, says: 'It’s deleted.' },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$POLICY_ID' } },
  },
});
