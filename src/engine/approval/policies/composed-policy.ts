import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Approval } from '#src/shared/approval.ts';
import { type NamedPolicy, policiesNamed } from './chosen.ts';
import { covers, strictness } from './covers.ts';

/** The policies that alerts of the brand’s rules are under at the moment. */
async function policiesInUse(tx: Tx, workspaceId: string, brandId: string): Promise<NamedPolicy[]> {
  const { rows } = await tx.execute<{ approval: Approval }>(sql`
    with live as (select id, approval from rules
                   where workspace_id = ${workspaceId}::uuid and deleted_at is null and state = 'active')
    select routes.approval from live join routes on routes.workspace_id = ${workspaceId}::uuid and routes.rule_id = live.id
     where routes.brand_id = ${brandId}::uuid
    union
    select approval from live
     where not exists (select from routes r where r.workspace_id = ${workspaceId}::uuid and r.rule_id = live.id)
       and exists (select from brands b where b.workspace_id = ${workspaceId}::uuid and b.id = ${brandId}::uuid and b.is_default)`);
  return rows.length === 0
    ? []
    : policiesNamed(
        tx,
        rows.map(({ approval }) => approval),
      );
}

export type ComposedPolicy = { approval: Approval; policy: NamedPolicy; raised: boolean };

/**
 * The policy that an alert a person writes is under: the chosen one if it asks for at least what a policy of the brand's
 * rules asks for. Else it is the least strict of those, so that writing by hand is no way around a review.
 */
export async function policyFor(
  tx: Tx,
  { workspaceId, brandId, chosen }: { workspaceId: string; brandId: string; chosen: Approval | undefined },
): Promise<ComposedPolicy> {
  const inUse = await policiesInUse(tx, workspaceId, brandId);
  const wanted = await policiesNamed(tx, [chosen ?? 'auto']);
  // For one that is gone, the last is the one that asks a person.
  const own = wanted.at(-1);
  if (!own) throw new Error('An alert is under no policy.');
  const [least] = inUse.toSorted((one, other) => strictness(one.content) - strictness(other.content));
  if (least && !inUse.some(({ content }) => covers(own.content, content)))
    return { approval: least.id ?? least.content.mode, policy: least, raised: true };
  return { approval: chosen ?? 'auto', policy: own, raised: false };
}
