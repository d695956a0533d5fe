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
    count: 'How many of its kind within an hour it stands for.',
    readAt: 'Null while it is unread.',
  },
});
const NotificationPage = component({
  name: 'NotificationPage',
  schema: notificationPageSchema,
  fields: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  holds: [Notification],
});
export const Unread = component({ name: 'Unread', schema: unreadSchema });
const NotificationMails = component({ name: 'NotificationMails', schema: notificationMailsSchema });
const NotificationMail = component({ name: 'NotificationMail', schema: notificationMailSchema });
const NotificationsRead = component({
  name: 'NotificationsRead',
  schema: notificationsReadSchema,
  fields: { ids: 'Left out: all of them.' },
});

export const NOTIFICATIONS = endpoints('Workspace', {
  list: {
    method: 'get',
    path: '/notifications',
    needs: 'self',
    demo: true,
    summary: 'Notifications',
    description:
      'What has happened that the person should know of, newest first, a page at a time. Nobody sees another’s. They are kept for ninety days.',
    query: {
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
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
    summary: 'Unread notifications',
    description: 'How many the person has not read. 100 stands for as many or more.',
    answer: { status: 200, says: 'The count.', schema: Unread },
  },
  emailChoices: {
    method: 'get',
    path: '/notifications/mail',
    needs: 'self',
    summary: 'Notifications by mail',
    description:
      'Every kind that can be emailed, and whether the person gets it by email. `alert_emails` are the alerts themselves. A notification is emailed if it hasn’t been read within five minutes, to a confirmed address, at most once an hour per kind.',
    answer: { status: 200, says: 'Every kind.', schema: NotificationMails },
  },
  chooseEmail: {
    method: 'post',
    path: '/notifications/mail',
    needs: 'self',
    summary: 'Choose a notification by mail',
    description: 'For the signed-in person, in the current workspace.',
    body: { schema: NotificationMail, required: true },
    answer: { status: 204, says: 'It is chosen.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { kind: 'first_alert_sent', mail: true } },
  },
  markRead: {
    method: 'post',
    path: '/notifications/read',
    needs: 'self',
    summary: 'Mark notifications as read',
    description: 'Those that are named, a hundred at most; all of the person’s where none is.',
    body: { schema: NotificationsRead, required: true },
    answer: { status: 204, says: 'They are read.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: {} },
  },
});
