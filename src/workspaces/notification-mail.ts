import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { mailChoices } from '#src/db/queries/notification-choices.ts';
import { notifications, users } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Clock } from '#src/shared/clock.ts';
import { MAIL_AFTER_MINUTES } from '#src/shared/notifications.ts';

export type NotificationMailJob = { workspaceId: string; notificationId: string };

type NotificationMailDeps = {
  app: Database;
  system: Database;
  enqueue: (tx: Tx, queue: 'notification-mail', data: NotificationMailJob) => Promise<void>;
  clock: Clock;
};

const PER_STEP = 500;

/**
 * Handles notifications unread for five minutes: they are emailed if the person wants that and has confirmed their
 * address. Each is handled once, by whichever process comes first. @returns how many are on their way
 */
export async function mailUnread(deps: NotificationMailDeps): Promise<number> {
  const now = deps.clock();
  const before = new Date(now.getTime() - MAIL_AFTER_MINUTES * 60_000);
  // The policy says the rest: not read, not decided on, not older than a day.
  const { rows } = await deps.system.execute<{ workspace_id: string; id: string }>(sql`
    select workspace_id, id from notifications
     where mail_decided_at is null and read_at is null and created_at <= ${before.toISOString()}::timestamptz
     order by created_at limit ${PER_STEP}`);
  let mailed = 0;
  for (const { workspace_id: workspaceId, id } of rows)
    mailed += (await withTenant(deps.app, workspaceId, (tx) => decide(deps, tx, { workspaceId, id, now })))
      ? 1
      : 0;
  return mailed;
}

async function decide(
  deps: NotificationMailDeps,
  tx: Tx,
  { workspaceId, id, now }: { workspaceId: string; id: string; now: Date },
): Promise<boolean> {
  const [notification] = await tx
    .update(notifications)
    .set({ mailDecidedAt: now })
    .where(
      and(
        eq(notifications.workspaceId, workspaceId),
        eq(notifications.id, id),
        isNull(notifications.mailDecidedAt),
      ),
    )
    .returning({
      userId: notifications.userId,
      kind: notifications.kind,
      readAt: notifications.readAt,
    });
  if (!notification || notification.readAt) return false;
  const { userId, kind } = notification;
  // Those who may decide got an email of its own at once, with a link to decide by.
  if (kind === 'alert_waiting') return false;
  const choices = await mailChoices(tx, { workspaceId, userId });
  if (!choices.some((choice) => choice.kind === kind && choice.mail)) return false;
  const [user] = await tx
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.confirmedAt) return false;
  await deps.enqueue(tx, 'notification-mail', { workspaceId, notificationId: id });
  return true;
}
