import { and, eq } from 'drizzle-orm';
import { approvalPolicies, approvalPolicyVersions } from '#src/db/schema.ts';

/** Joins a policy with the content of its current version. */
export const isCurrentVersion = and(
  eq(approvalPolicyVersions.workspaceId, approvalPolicies.workspaceId),
  eq(approvalPolicyVersions.policyId, approvalPolicies.id),
  eq(approvalPolicyVersions.version, approvalPolicies.version),
);
