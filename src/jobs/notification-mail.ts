import { and, eq } from 'drizzle-orm';
import type { Database } from '#src/db/database.ts';
import { notifications, users, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import type { Clock } from '#src/shared/clock.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { renderNotificationMail } from '#src/workspaces/notification-mail-words.ts';
import type { JobHandler } from './work.ts';

type NotificationMailSendDeps = {
  app: Database;
  transport: MailTransport;
  mailFrom: string;
  publicUrl: string;
  clock: Clock;
  log: { warn: (context: object, message: string) => void };
};

/**
 * Mails one notification, unless it has been read since. What the server has certainly not taken is tried again by the
 * queue.
 */
export function sendNotificationMail(deps: NotificationMailSendDeps): JobHandler<'notification-mail'> {
  return async ({ workspaceId, notificationId }, job) => {
    const found = await withTenant(deps.app, workspaceId, async (tx) => {
      const [row] = await tx
        .select({ notification: notifications, workspace: workspaces.name, email: users.email })
        .from(notifications)
        .innerJoin(workspaces, eq(workspaces.id, notifications.workspaceId))
        .innerJoin(users, eq(users.id, notifications.userId))
        .where(and(eq(notifications.workspaceId, workspaceId), eq(notifications.id, notificationId)));
      return row;
    });
    if (!found || found.notification.readAt) return;
    const { title, text, link } = found.notification;
    const answer = await deps.transport.send({
      from: { name: siteConfig.name, address: deps.mailFrom },
      to: found.email,
      ...(await renderNotificationMail({
        title,
        text,
        workspace: found.workspace,
        url: new URL(`/dashboard${link}`, deps.publicUrl).href,
        settingsUrl: new URL('/dashboard/settings', deps.publicUrl).href,
      })),
      // The same at every try: a mail that was taken twice is recognised.
      messageId: `<notification-${notificationId}@${deps.mailFrom.split('@')[1]}>`,
      date: deps.clock(),
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    if (answer.kind === 'not_sent') throw new Error(answer.reason);
    if (answer.kind === 'refused' && answer.code < 500) throw new Error(answer.response);
    if (answer.kind !== 'accepted')
      deps.log.warn({ job: job.id, notification: notificationId, answer }, 'a notification was not accepted');
  };
}
