import { and, eq } from 'drizzle-orm';
import type { Database, Tx } from '#src/db/database.ts';
import { notifications, workspaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { dropLink } from '#src/engine/alerts/by-email/link.ts';
import { approvalNotification } from '#src/engine/alerts/by-notification/question.ts';
import type { DeviceMessage, Devices, SenderKeys } from '#src/engine/channels/device.ts';
import type { ApprovalPushJob } from '#src/engine/enqueue.ts';
import { type LimitDeps, takeAll } from '#src/platform/limits/count.ts';
import type { CallProvider } from '#src/platform/net/call.ts';
import type { Clock } from '#src/shared/clock.ts';
import { PUSHES_PER_HOUR } from '#src/shared/notifications.ts';
import { forgetMemberDevice, openMemberDevice } from '#src/workspaces/devices/devices.ts';
import type { NotificationPushJob } from '#src/workspaces/notification-push.ts';
import type { JobHandler } from './work.ts';

/** How long a push service keeps a notification for a browser that is off, in ms. */
const KEPT_MS = 24 * 3_600_000;
/** Longer texts are cut by the browser anyway. */
const BODY_MAX = 600;
const TITLE_MAX = 160;

export type MemberPushDeps = {
  app: Database;
  encryptionKey: Buffer;
  senderKeys: () => Promise<SenderKeys>;
  /** Of the channel that reaches browsers. */
  post: Devices['post'];
  call: CallProvider;
  limits: LimitDeps;
  publicUrl: string;
  clock: Clock;
  random: () => number;
  log: { warn: (context: object, message: string) => void };
};

type Message = { message: DeviceMessage; expiresAt: Date; token: string | null };
const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).trimEnd()}…`;

/**
 * Shows one notification in one of a member's browsers, unless there is nothing to say anymore. What the push service has
 * certainly not taken is tried again by the queue; a browser that is gone is removed.
 */
export function sendMemberPush(deps: MemberPushDeps): JobHandler<'member-push'> {
  return async (data, job) => {
    const { workspaceId, deviceId } = data;
    const now = deps.clock();
    const found = await withTenant(deps.app, workspaceId, async (tx) => {
      const device = await openMemberDevice(tx, deps.encryptionKey, { workspaceId, id: deviceId });
      if (!device) return null;
      const made = await ('alertId' in data
        ? asked(tx, deps, data, device, now)
        : told(tx, deps, data, device, now));
      return made && { ...made, device };
    });
    if (!found) return;
    const { message, expiresAt, device, token } = found;
    // Requests have a limit of their own: a storm of failures hides none.
    const scope = 'alertId' in data ? 'member-push-ask' : 'member-push';
    const perHour = { scope, key: deviceId, max: PUSHES_PER_HOUR, seconds: 3_600 };
    if (job.retryCount === 0 && (await takeAll(deps.limits, [perHour])) > 0) {
      if (token !== null) await withTenant(deps.app, workspaceId, (tx) => dropLink(tx, workspaceId, token));
      return;
    }
    const posted = await deps.post(
      message,
      { registered: device.registered, keys: await deps.senderKeys(), expiresAt: expiresAt.getTime() },
      { now: () => now.getTime(), random: deps.random, call: deps.call },
    );
    if (posted.outcome === 'sent') return;
    await withTenant(deps.app, workspaceId, async (tx) => {
      if (token !== null) await dropLink(tx, workspaceId, token);
      if (posted.outcome === 'gone') await forgetMemberDevice(tx, workspaceId, deviceId);
    });
    if (posted.outcome === 'retry') throw new Error(posted.reason);
    if (posted.outcome === 'refused')
      deps.log.warn({ job: job.id, device: deviceId, reason: posted.reason }, 'a notification was refused');
  };
}

async function asked(
  tx: Tx,
  { publicUrl }: MemberPushDeps,
  job: ApprovalPushJob,
  device: { id: string; userId: string; approves: boolean },
  now: Date,
): Promise<Message | null> {
  const question = await approvalNotification(tx, job, device, now);
  if (!question) return null;
  const { title, body, expiresAt, token } = question;
  const url = new URL('/dashboard/review', publicUrl);
  url.searchParams.set('alert', job.alertId);
  const message: DeviceMessage = {
    title: cut(title, TITLE_MAX),
    body: cut(body, BODY_MAX),
    lang: 'en',
    tag: job.alertId,
    at: now.getTime(),
    url: url.href,
    actions: [
      { action: 'open', title: 'Review', url: url.href },
      ...(token === null
        ? []
        : [
            {
              action: 'approve' as const,
              title: 'Approve',
              url: new URL(`/push/account/approve/${token}`, publicUrl).href,
            },
          ]),
    ],
  };
  return { message, expiresAt, token };
}

async function told(
  tx: Tx,
  { publicUrl }: MemberPushDeps,
  { workspaceId, notificationId }: NotificationPushJob,
  { userId }: { userId: string },
  now: Date,
): Promise<Message | null> {
  const [row] = await tx
    .select({ notification: notifications, workspace: workspaces.name })
    .from(notifications)
    .innerJoin(workspaces, eq(workspaces.id, notifications.workspaceId))
    .where(and(eq(notifications.workspaceId, workspaceId), eq(notifications.id, notificationId)));
  if (!row || row.notification.readAt || row.notification.userId !== userId) return null;
  const { title, text, link } = row.notification;
  const url = new URL(`/dashboard${link}`, publicUrl).href;
  const message: DeviceMessage = {
    title: cut(title, TITLE_MAX),
    body: cut([text, row.workspace].filter((line) => line !== '').join('\n'), BODY_MAX),
    lang: 'en',
    tag: notificationId,
    at: row.notification.createdAt.getTime(),
    url,
    actions: [{ action: 'open', title: 'Open', url }],
  };
  return { message, expiresAt: new Date(now.getTime() + KEPT_MS), token: null };
}
