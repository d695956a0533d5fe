import {
  notificationMailSchema,
  notificationMailsSchema,
  notificationPageSchema,
  notificationSchema,
  notificationsReadSchema,
  unreadSchema,
} from '#src/shared/notifications.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Notification = component({
  name: 'Notification',
  schema: notificationSchema,
  fields: {
    link: 'Below /dashboard.',
    count: 'Number of events of this kind within an hour.',
    readAt: 'Null while it is unread.',
  },
});
const NotificationPage = component({
  name: 'NotificationPage',
  schema: notificationPageSchema,
  fields: { next: 'Pass it as `cursor` to get the next page; null on the last page.' },
  holds: [Notification],
});
export const Unread = component({ name: 'Unread', schema: unreadSchema });
const NotificationMails = component({ name: 'NotificationMails', schema: notificationMailsSchema });
const NotificationMail = component({ name: 'NotificationMail', schema: notificationMailSchema });
const NotificationsRead = component({
  name: 'NotificationsRead',
  schema: notificationsReadSchema,
  fields: { ids: 'Leave it out for all.' },
});

export const NOTIFICATIONS = endpoints('Workspace', {
  list: {
    method: 'get',
    path: '/notifications',
    needs: 'self',
    demo: true,
    summary: 'List notifications',
    description: 'Your notifications, newest first. Other people don’t see them. Kept for 90 days.',
    query: {
      limit: { says: 'Rows per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: NotificationPage },
    errors: ['validation_failed'],
    example: { query: 'limit=10' },
  },
  unread: {
    method: 'get',
    path: '/notifications/unread',
    needs: 'self',
    demo: true,
    summary: 'Count unread notifications',
    description: 'Number of unread notifications. 100 means 100 or more.',
    answer: { status: 200, says: 'The count.', schema: Unread },
  },
  emailChoices: {
    method: 'get',
    path: '/notifications/mail',
    needs: 'self',
    summary: 'List email notifications',
    description:
      'All kinds that can be emailed, and whether you get them by email. `alert_emails` are the alerts themselves. A notification is emailed if it hasn’t been read within five minutes, to a confirmed address, at most once an hour per kind.',
    answer: { status: 200, says: 'Every kind.', schema: NotificationMails },
  },
  chooseEmail: {
    method: 'post',
    path: '/notifications/mail',
    needs: 'self',
    summary: 'Turn an email notification on or off',
    description: 'For the signed-in person, in the current workspace.',
    body: { schema: NotificationMail, required: true },
    answer: { status: 204, says: 'Saved.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { kind: 'first_alert_sent', mail: true } },
  },
  markRead: {
    method: 'post',
    path: '/notifications/read',
    needs: 'self',
    summary: 'Mark notifications as read',
    description: 'Marks the notifications you name, up to 100, or all of yours.',
    body: { schema: NotificationsRead, required: true },
    answer: { status: 204, says: 'Marked as read.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: {} },
  },
});
