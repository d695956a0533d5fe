import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { pushChoices } from '#src/db/queries/notification-choices.ts';
import { memberDevices, notifications } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';

/** One notification in one browser. */
export type NotificationPushJob = { workspaceId: string; notificationId: string; deviceId: string };

type Deps = {
  app: Database;
  system: Database;
  enqueue: (tx: Tx, queue: 'member-push', ...data: NotificationPushJob[]) => Promise<void>;
};

const PER_STEP = 500;

/**
 * Sends new notifications to the browsers of people who want their kind there. Each is handled once, by whichever process
 * comes first. @returns how many were handled
 */
export async function pushNew(deps: Deps): Promise<number> {
  // The policy says the rest: not older than an hour.
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from notifications
     where push_due and created_at > now() - interval '1 hour' order by created_at limit ${PER_STEP}`);
  for (const { workspace_id: workspaceId, id } of rows)
    await withTenant(deps.app, workspaceId, (tx) => handle(deps, tx, { workspaceId, id }));
  return rows.length;
}

async function handle(
  { enqueue }: Deps,
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const [notification] = await tx
    .update(notifications)
    .set({ pushDue: false })
    .where(
      and(
        eq(notifications.workspaceId, workspaceId),
        eq(notifications.id, id),
        eq(notifications.pushDue, true),
      ),
    )
    .returning({
      userId: notifications.userId,
      kind: notifications.kind,
      readAt: notifications.readAt,
    });
  if (!notification || notification.readAt) return;
  const { userId, kind } = notification;
  const choices = await pushChoices(tx, { workspaceId, userId });
  if (!choices.some((choice) => choice.kind === kind && choice.push)) return;
  const devices = await tx
    .select({ deviceId: memberDevices.id })
    .from(memberDevices)
    .where(and(eq(memberDevices.workspaceId, workspaceId), eq(memberDevices.userId, userId)));
  if (devices.length === 0) return;
  await enqueue(
    tx,
    'member-push',
    ...devices.map(({ deviceId }) => ({ workspaceId, notificationId: id, deviceId })),
  );
}
