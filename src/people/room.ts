import type { Tx } from '#src/db/database.ts';
import { hasRoom } from '#src/db/has-room.ts';
import { workspacePlan } from '#src/db/queries/plan.ts';
import { contactCounts } from '#src/db/schema.ts';
import type { AppError } from '#src/shared/errors.ts';
import { planLimit } from '#src/shared/plan-limit.ts';
import type { PlanId } from '#src/shared/plans.ts';

/** How many more contacts the plan allows. */
export type Room = { left: number; refusal: () => AppError };

/** Of the workspace in sight. Members don't count. */
export async function countContacts(tx: Tx): Promise<number> {
  const [row] = await tx.select({ contacts: contactCounts.contacts }).from(contactCounts);
  return row?.contacts ?? 0;
}

/**
 * Changes of a workspace's contacts come one after the other from here to the end of the transaction, so that two
 * requests at once neither exceed the plan nor give one address to two contacts.
 */
export async function roomForContacts(tx: Tx, workspaceId: string, now: Date): Promise<Room> {
  const { planId, entitlements } = await workspacePlan(tx, now);
  const max = entitlements.contacts ?? Number.POSITIVE_INFINITY;
  let used = 0;
  await hasRoom(
    tx,
    { of: 'contacts', whose: workspaceId, max, more: 0 },
    async () => (used = await countContacts(tx)),
  );
  return { left: max - used, refusal: () => tooMany(planId, max, used) };
}

const tooMany = (planId: PlanId, max: number, used: number): AppError =>
  planLimit(planId, 'contacts', `Your plan includes ${max.toLocaleString('en-US')} contacts.`, used);
