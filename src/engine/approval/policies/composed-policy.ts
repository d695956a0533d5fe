import { sql } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import type { Approval, PolicyContent } from '#src/shared/approval.ts';
import { type NamedPolicy, policiesNamed } from './chosen.ts';

const MODES: Readonly<Record<PolicyContent['mode'], number>> = { auto: 0, smart: 1, human: 2 };

/** How much a policy asks for. */
const strength = ({ content }: NamedPolicy): number =>
  100 * MODES[content.mode] +
  (content.mode === 'auto' ? 0 : 10 * content.needs + (content.notAuthor ? 1 : 0));

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
 * The policy that an alert a person writes is under: the chosen one, unless every rule of the brand is under a stricter
 * one. Then it is the least strict of those, so that writing by hand is no way around a review.
 */
export async function policyFor(
  tx: Tx,
  { workspaceId, brandId, chosen }: { workspaceId: string; brandId: string; chosen: Approval | undefined },
): Promise<ComposedPolicy> {
  const inUse = (await policiesInUse(tx, workspaceId, brandId)).toSorted(
    (one, other) => strength(one) - strength(other),
  );
  const wanted = await policiesNamed(tx, [chosen ?? 'auto']);
  // For one that is gone, the last is the one that asks a person.
  const own = wanted.at(-1);
  const [least] = inUse;
  if (!own) throw new Error('An alert is under no policy.');
  if (least && strength(least) > strength(own))
    return { approval: least.id ?? least.content.mode, policy: least, raised: true };
  return { approval: chosen ?? 'auto', policy: own, raised: false };
}
