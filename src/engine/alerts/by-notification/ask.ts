import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#src/db/database.ts';
import { memberDevices } from '#src/db/schema.ts';
import type { ApprovalPushJob, EngineEnqueue } from '../../enqueue.ts';

/** Asks members in the browsers in which they have turned notifications on. What they chose is looked at when each is sent. */
export async function askInBrowsers(
  tx: Tx,
  enqueue: EngineEnqueue,
  { workspaceId, alertId, revision, why }: Omit<ApprovalPushJob, 'deviceId'>,
  people: readonly { userId: string }[],
): Promise<void> {
  if (people.length === 0) return;
  const userIds = people.map(({ userId }) => userId);
  const devices = await tx
    .select({ deviceId: memberDevices.id })
    .from(memberDevices)
    .where(and(eq(memberDevices.workspaceId, workspaceId), inArray(memberDevices.userId, userIds)));
  if (devices.length === 0) return;
  const jobs = devices.map(({ deviceId }) => ({ workspaceId, alertId, revision, why, deviceId }));
  await enqueue(tx, 'member-push', ...jobs);
}
