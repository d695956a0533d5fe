import * as z from 'zod/mini';

/** What a person is told of. */
const NOTIFICATION_KINDS = [
  'alert_waiting',
  'alert_failed',
  'alert_unknown',
  'first_alert_sent',
  'trial_ending',
  'trial_ended',
  'workspace_read_only',
  'allowance_near',
  'allowance_used',
  'contacts_near',
  'contacts_full',
  'contacts_over',
  'plan_changed',
  'payment_failed',
  'password_changed',
  'recovery_code_used',
  'chat_answer',
  'member_joined',
  'role_changed',
  'deputy_set',
  'mentioned',
  'feed_silent',
  'connection_failing',
  'connection_works',
  'trial_run_empty',
  'rule_suspended',
  'link_domain_lost',
  'sending_domain_lost',
  'checks_waiting',
  'correction_waiting',
  'approval_of_routes',
] as const;
const notificationKindSchema = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKindSchema>;

/** The alerts themselves, by email: what a member unsubscribes from. No notification has this kind. */
export const ALERT_EMAILS = 'alert_emails';

/**
 * Which notifications a person may also get by email, and the default of each. For the other kinds the account
 * service sends its own email, or an email wouldn't help.
 */
export const MAILED_KINDS = {
  [ALERT_EMAILS]: true,
  alert_waiting: true,
  alert_failed: true,
  alert_unknown: true,
  allowance_near: true,
  allowance_used: true,
  contacts_near: true,
  contacts_full: true,
  contacts_over: true,
  first_alert_sent: false,
  plan_changed: false,
  chat_answer: true,
  member_joined: false,
  role_changed: true,
  deputy_set: true,
  mentioned: true,
  feed_silent: true,
  connection_failing: true,
  rule_suspended: true,
  link_domain_lost: true,
  sending_domain_lost: true,
  checks_waiting: true,
  correction_waiting: true,
} as const satisfies Partial<Record<NotificationKind | typeof ALERT_EMAILS, boolean>>;
export type MailedKind = keyof typeof MAILED_KINDS;
/** The same in a browser, where alerts that wait are told of one by one: the alerts themselves go to readers only. */
export type PushedKind = Exclude<MailedKind, typeof ALERT_EMAILS>;
export const PUSHED_KINDS = (Object.keys(MAILED_KINDS) as MailedKind[]).filter(
  (kind): kind is PushedKind => kind !== ALERT_EMAILS,
);
/** Whether the notification itself is sent to browsers. Of an alert that waits, those who may decide get one of its own. */
export const isPushed = (kind: NotificationKind): boolean =>
  kind !== 'alert_waiting' && (PUSHED_KINDS as readonly string[]).includes(kind);
const pushedKindSchema = z.enum(PUSHED_KINDS as [PushedKind, ...PushedKind[]]);

const mailedKindSchema = z.enum(Object.keys(MAILED_KINDS) as [MailedKind, ...MailedKind[]]);

/** A notification is emailed if it is still unread after so many minutes. */
export const MAIL_AFTER_MINUTES = 5;

/** Older ones are deleted. */
export const NOTIFICATION_DAYS = 90;

/** One thing that happened, as one person sees it. Times are ISO in UTC. */
export const notificationSchema = z.object({
  id: z.uuid(),
  kind: notificationKindSchema,
  title: z.string(),
  text: z.string(),
  /** Below /dashboard. */
  link: z.string(),
  count: z.int(),
  createdAt: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
});
export type Notification = z.infer<typeof notificationSchema>;

/** /api/v1/notifications, newest first. */
export const notificationPageSchema = z.object({
  items: z.array(notificationSchema),
  next: z.nullable(z.string()),
});
export type NotificationPage = z.infer<typeof notificationPageSchema>;
export const NOTIFICATION_PAGE_MAX = 100;

/** /api/v1/notifications/unread. Not counted further than this: the bell says '99+'. */
export const UNREAD_MAX = 100;
export const unreadSchema = z.object({ unread: z.int() });
export type Unread = z.infer<typeof unreadSchema>;

/** What POST /api/v1/notifications/read is told: these, or all where none is named. */
export const notificationsReadSchema = z.object({
  ids: z.optional(
    z
      .array(z.uuid('An id of a notification is a UUID'), 'ids is a list of ids')
      .check(z.maxLength(NOTIFICATION_PAGE_MAX, `${NOTIFICATION_PAGE_MAX} ids at most`)),
  ),
});

/** What POST /api/v1/notifications/mail is told, and a line of what GET answers. */
export const notificationMailSchema = z.object({ kind: mailedKindSchema, mail: z.boolean() });
export type NotificationMail = z.infer<typeof notificationMailSchema>;
/** /api/v1/notifications/mail: every kind that can be mailed. */
export const notificationMailsSchema = z.object({ items: z.array(notificationMailSchema) });

/** What POST /api/v1/notifications/push is told, and a line of what GET answers. */
export const notificationPushSchema = z.object({ kind: pushedKindSchema, push: z.boolean() });
export type NotificationPush = z.infer<typeof notificationPushSchema>;
/** /api/v1/notifications/push: every kind that a browser can show. */
export const notificationPushesSchema = z.object({ items: z.array(notificationPushSchema) });

/** A person may have so many browsers for notifications in a workspace. */
export const MEMBER_DEVICES_MAX = 10;
/** A browser shows so many notifications within an hour. */
export const PUSHES_PER_HOUR = 30;
const approvesSchema = z.boolean('approves is true or false');

/** A browser that one gets notifications in. `mark`: the first 16 hex digits of the SHA-256 of its subscription's address. */
export const memberDeviceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  mark: z.string(),
  approves: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type MemberDevice = z.infer<typeof memberDeviceSchema>;
/** /api/v1/notifications/devices, oldest first. `key`: what a browser subscribes with. */
export const memberDevicesSchema = z.object({
  items: z.array(memberDeviceSchema),
  key: z.string(),
  practice: z.boolean(),
});
/** What POST /api/v1/notifications/devices is told: a subscription, as the browser writes it. */
export const memberDeviceFormSchema = z.object({
  subscription: z.object({
    endpoint: z.string().check(z.maxLength(2_000, 'This isn’t the address of a subscription')),
    keys: z.object({ p256dh: z.string(), auth: z.string() }),
  }),
  approves: z.optional(approvesSchema),
});
export type MemberDeviceForm = z.infer<typeof memberDeviceFormSchema>;
/** What POST /api/v1/notifications/devices/{id} is told. */
export const memberDeviceChangeSchema = z.object({ approves: approvesSchema });
