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
} as const satisfies Partial<Record<NotificationKind | typeof ALERT_EMAILS, boolean>>;
export type MailedKind = keyof typeof MAILED_KINDS;
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
