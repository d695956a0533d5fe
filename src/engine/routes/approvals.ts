import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { approvalPolicies } from '#src/db/schema.ts';
import { type Approval, isStandardPolicy } from '#src/shared/approval.ts';
import { AppError } from '#src/shared/errors.ts';

type Named = { id: string; name: string };

/** A name that no policy has: one that was deleted since. As in the engine, a person decides then. */
const GONE = 'human';

export const policyNames = (tx: Tx): Promise<Named[]> =>
  tx
    .select({ id: approvalPolicies.id, name: approvalPolicies.name })
    .from(approvalPolicies)
    .where(isNull(approvalPolicies.deletedAt));

/**
 * That a rule may be under this policy. The one that it is under already may stay, whatever became of it.
 * @throws AppError validation_failed
 */
export async function assertApproval(
  tx: Tx,
  approval: Approval | undefined,
  before?: Approval,
): Promise<void> {
  if (approval === undefined || approval === before || isStandardPolicy(approval)) return;
  const there = await tx.$count(
    approvalPolicies,
    and(eq(approvalPolicies.id, approval), isNull(approvalPolicies.deletedAt)),
  );
  if (there === 0)
    throw new AppError('validation_failed', 'There is no such approval policy. Choose another.', {
      details: { field: 'approval' },
    });
}

/** As a file names it. */
export const approvalInFile = (policies: readonly Named[], approval: Approval): string =>
  isStandardPolicy(approval) ? approval : (policies.find(({ id }) => id === approval)?.name ?? GONE);

/** @throws AppError validation_failed */
export function approvalNamed(policies: readonly Named[], name: string, field: string): Approval {
  if (isStandardPolicy(name)) return name;
  const found = policies.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!found)
    throw new AppError(
      'validation_failed',
      `There is no approval policy called “${name}”. Add it, or remove it from the file.`,
      { details: { field } },
    );
  return found.id;
}
