import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseMail } from '#src/db/queries/notification-choices.ts';
import { notifyMembers } from '#src/db/queries/notify.ts';
import { notifications } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { sendNotificationMail } from '#src/jobs/notification-mail.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import type { NotificationKind } from '#src/shared/notifications.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { mailUnread, type NotificationMailJob } from './notification-mail.ts';
import { keepNotifications } from './notification-upkeep.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const MINUTE = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE);

const tell = (workspaceId: string, kind: NotificationKind, at: Date) =>
  withTenant(db.app, workspaceId, (tx) =>
    notifyMembers(tx, {
      workspaceId,
      kind,
      at,
      title: 'An alert was not delivered',
      text: 'No such mailbox.',
      link: '/alerts/7',
    }),
  );

/** Decides on what is there. @returns the jobs it asked for, of one workspace */
async function decided(workspaceId: string): Promise<NotificationMailJob[]> {
  const jobs: NotificationMailJob[] = [];
  await mailUnread({
    app: db.app,
    system: db.system,
    clock: () => new Date(),
    enqueue: async (_tx, _queue, job) => void jobs.push(job),
  });
  return jobs.filter((job) => job.workspaceId === workspaceId);
}

it('mails what has not been read for five minutes, once, also when two processes look', async () => {
  const { workspaceId } = await newWorkspace(db);
  await tell(workspaceId, 'alert_failed', ago(4));
  expect(await decided(workspaceId)).toEqual([]);
  await tell(workspaceId, 'alert_unknown', ago(6));
  const [first, second] = await Promise.all([decided(workspaceId), decided(workspaceId)]);
  expect([...first, ...second]).toHaveLength(1);
  expect(await decided(workspaceId)).toEqual([]);
});

it('skips what was read, what is turned off, and people with an unconfirmed address', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const unconfirmed = await newWorkspace(db, { confirmed: false });
  await tell(unconfirmed.workspaceId, 'alert_failed', ago(6));
  await tell(workspaceId, 'alert_failed', ago(6));
  await tell(workspaceId, 'first_alert_sent', ago(6));
  await tell(workspaceId, 'role_changed', ago(6));
  await withTenant(db.app, workspaceId, async (tx) => {
    await tx.update(notifications).set({ readAt: new Date() }).where(eq(notifications.kind, 'alert_failed'));
    await chooseMail(tx, { workspaceId, userId }, { kind: 'role_changed', mail: false }, new Date());
  });
  expect(await decided(workspaceId)).toEqual([]);
  expect(await decided(unconfirmed.workspaceId)).toEqual([]);
});

it('goes by each member’s own choice', async () => {
  const { workspaceId, userId } = await newWorkspace(db);
  const colleague = await addMember(db, workspaceId, 'viewer');
  await withTenant(db.app, workspaceId, async (tx) => {
    await chooseMail(tx, { workspaceId, userId }, { kind: 'first_alert_sent', mail: true }, new Date());
    await chooseMail(
      tx,
      { workspaceId, userId: colleague },
      { kind: 'first_alert_sent', mail: true },
      new Date(),
    );
    await chooseMail(
      tx,
      { workspaceId, userId: colleague },
      { kind: 'first_alert_sent', mail: false },
      new Date(),
    );
  });
  await tell(workspaceId, 'first_alert_sent', ago(6));
  const [job, ...more] = await decided(workspaceId);
  expect(more).toEqual([]);
  const row = await withTenant(db.app, workspaceId, (tx) =>
    tx.query.notifications.findFirst({ where: eq(notifications.id, job!.notificationId) }),
  );
  expect(row?.userId).toBe(userId);
});

it('sends the notification’s own words with a link to its place, and nothing once it has been read', async () => {
  const { workspaceId, email } = await newWorkspace(db);
  await tell(workspaceId, 'alert_failed', ago(6));
  const [job] = await decided(workspaceId);
  const sent: OutgoingMail[] = [];
  const send = sendNotificationMail({
    app: db.app,
    transport: {
      send: async (mail: OutgoingMail) => {
        sent.push(mail);
        return { kind: 'accepted' as const, response: '250 ok' };
      },
    } as never,
    mailFrom: 'alerts@bellwire.example',
    publicUrl: 'https://bellwire.example',
    clock: () => new Date(),
    log: { warn: () => undefined },
  });
  await send(job!, { id: 'job' } as never);
  expect(sent).toMatchObject([
    {
      to: email,
      subject: 'An alert was not delivered',
      messageId: `<notification-${job!.notificationId}@bellwire.example>`,
    },
  ]);
  expect(sent[0]!.text).toContain('Open it:\nhttps://bellwire.example/dashboard/alerts/7');
  expect(sent[0]!.html).toContain('https://bellwire.example/dashboard/settings');
  await withTenant(db.app, workspaceId, (tx) => tx.update(notifications).set({ readAt: new Date() }));
  await send(job!, { id: 'job' } as never);
  expect(sent).toHaveLength(1);
});

it('does not keep the broom from what is old, nor give it what is new', async () => {
  const { workspaceId } = await newWorkspace(db);
  await tell(workspaceId, 'alert_failed', ago(91 * 24 * 60));
  await tell(workspaceId, 'alert_unknown', ago(1));
  await keepNotifications({
    app: db.app,
    system: db.system,
    clock: () => new Date(),
    enqueue: async () => undefined,
    announce: () => undefined,
    log: { warn: () => undefined },
  });
  const left = await withTenant(db.app, workspaceId, (tx) => tx.select().from(notifications));
  expect(left.map(({ kind }) => kind)).toEqual(['alert_unknown']);
});

it('lets the system role see which are due, and none of their words', async () => {
  await expect(db.system.execute(sql`select title from notifications`)).rejects.toMatchObject({
    cause: { code: '42501' },
  });
});
