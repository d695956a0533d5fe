import type { Tx } from '#src/db/database.ts';
import { supervisorySamples } from '#src/db/schema.ts';
import type { NamedPolicy } from '../../approval/policies/chosen.ts';
import { isSampled } from './is-sampled.ts';

/** Keeps an alert that a policy has just approved for a person to look at, if it's among the share that the policy says. */
export async function keepSample(
  tx: Tx,
  { workspaceId, alertId, now }: { workspaceId: string; alertId: string; now: Date },
  { policy, revision }: { policy: NamedPolicy; revision: string },
): Promise<void> {
  const { id: policyId, name, version, content } = policy;
  const isDrawn =
    policyId !== null &&
    content.sampling !== undefined &&
    isSampled({ alertId, policyId, version }, content.sampling);
  if (!isDrawn) return;
  await tx
    .insert(supervisorySamples)
    .values({
      workspaceId,
      alertId,
      policyId,
      policyName: name,
      policyVersion: version,
      revisionHash: revision,
      sampledAt: now,
    })
    .onConflictDoNothing();
}
