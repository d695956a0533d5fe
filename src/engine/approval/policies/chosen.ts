import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { approvalPolicies, approvalPolicyVersions, routes, rules } from '#src/db/schema.ts';
import { type Approval, isStandardPolicy, type PolicyContent } from '#src/shared/approval.ts';
import type { ApprovalInputs } from '#src/shared/approval-inputs.ts';
import { type Assessed, assess } from './assess.ts';
import { standardContent, STANDARD_NAMES } from './standard.ts';
import { isCurrentVersion } from './current-version.ts';

export type NamedPolicy = { id: string | null; name: string; version: number; content: PolicyContent };

/**
 * The policies that an alert is under: those of the routes in its brand, in their order, else the rule's. A policy that
 * is gone asks for a review: nothing goes out under rules that nobody can read.
 */
export async function policiesOf(
  tx: Tx,
  { workspaceId, ruleId, brandId }: { workspaceId: string; ruleId: string; brandId: string },
): Promise<NamedPolicy[]> {
  const ofRoutes = await tx
    .select({ approval: routes.approval })
    .from(routes)
    .where(and(eq(routes.workspaceId, workspaceId), eq(routes.ruleId, ruleId), eq(routes.brandId, brandId)))
    .orderBy(asc(routes.position));
  const asked =
    ofRoutes.length > 0
      ? ofRoutes
      : await tx
          .select({ approval: rules.approval })
          .from(rules)
          .where(and(eq(rules.workspaceId, workspaceId), eq(rules.id, ruleId)));
  return policiesNamed(tx, [...new Set(asked.map(({ approval }) => approval))]);
}

/** Policies by what rules and routes call them. For one that is gone, a person decides. */
export async function policiesNamed(tx: Tx, names: readonly Approval[]): Promise<NamedPolicy[]> {
  const own = await ownPolicies(
    tx,
    names.filter((name) => !isStandardPolicy(name)),
  );
  const found = names.map((name) =>
    isStandardPolicy(name)
      ? { id: null, name: STANDARD_NAMES[name], version: 1, content: standardContent(name) }
      : own.get(name),
  );
  const there = found.filter((policy) => policy !== undefined);
  const human = { id: null, name: STANDARD_NAMES.human, version: 1, content: standardContent('human') };
  return there.length < names.length || there.length === 0 ? [...there, human] : there;
}

async function ownPolicies(tx: Tx, ids: readonly string[]): Promise<Map<string, NamedPolicy>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      id: approvalPolicies.id,
      name: approvalPolicies.name,
      version: approvalPolicies.version,
      content: approvalPolicyVersions.content,
    })
    .from(approvalPolicies)
    .innerJoin(approvalPolicyVersions, isCurrentVersion)
    .where(and(inArray(approvalPolicies.id, [...ids]), isNull(approvalPolicies.deletedAt)));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * The policy by which people decide on what people wrote, an update or a correction: of those that ask for a review, one
 * that needs two people first, then in the order of the routes.
 */
export function reviewPolicyOf(policies: readonly NamedPolicy[]): PolicyContent {
  const asking = policies.map(({ content }) => content).filter(({ mode }) => mode !== 'auto');
  const policy = asking.find(({ needs }) => needs === 2) ?? asking[0] ?? standardContent('human');
  const { roles, people } = policy.approvers;
  // These never lapse: where only client approvers may decide, and there may be none by now, owners may as well.
  return roles.length + people.length > 0
    ? policy
    : { ...policy, approvers: { ...policy.approvers, roles: ['owner'] } };
}

export type Judged = { policy: NamedPolicy; assessed: Assessed };

/**
 * Routes in the same brand share the alert, and the strictest answer holds: one that asks for a review before one that
 * sends, two people before one, the higher score before the lower, and then the order of the routes.
 */
export function strictest(policies: readonly NamedPolicy[], inputs: ApprovalInputs): Judged {
  const judged = policies.map((policy) => ({ policy, assessed: assess(policy.content, inputs) }));
  const [first] = judged.toSorted((one, other) => rank(other) - rank(one));
  if (!first) throw new Error('An alert is under no policy.');
  return first;
}

const rank = ({ policy, assessed }: Judged): number =>
  (assessed.outcome === 'review' ? 10_000 : 0) +
  (assessed.outcome === 'review' && policy.content.needs === 2 ? 1_000 : 0) +
  (assessed.outcome === 'review' && policy.content.approvers.clients === 'must' ? 500 : 0) +
  (assessed.score ?? (policy.content.mode === 'human' ? 100 : 0));
