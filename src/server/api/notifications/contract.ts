import {
  memberDeviceChangeSchema,
  memberDeviceFormSchema,
  memberDeviceSchema,
  memberDevicesSchema,
  notificationMailSchema,
  notificationMailsSchema,
  notificationPageSchema,
  notificationPushesSchema,
  notificationPushSchema,
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

const NotificationPushes = component({ name: 'NotificationPushes', schema: notificationPushesSchema });
const NotificationPush = component({ name: 'NotificationPush', schema: notificationPushSchema });
const NotificationBrowser = component({
  name: 'NotificationBrowser',
  schema: memberDeviceSchema,
  fields: {
    name: 'Such as “Chrome on Android”.',
    mark: 'The first 16 hex digits of the SHA-256 of its subscription’s `endpoint`: how a browser finds itself in the list.',
    approves: 'Whether its notifications have an **Approve** button.',
  },
});
const NotificationBrowsers = component({
  name: 'NotificationBrowsers',
  schema: memberDevicesSchema,
  fields: {
    key: 'The `applicationServerKey` a browser subscribes with.',
    practice: 'Whether there is a practice browser: on a development machine only.',
  },
  holds: [NotificationBrowser],
});
const NotificationBrowserForm = component({
  name: 'NotificationBrowserForm',
  schema: memberDeviceFormSchema,
  fields: {
    subscription: 'What `PushManager.subscribe` returned, as JSON.',
    approves: 'Default: false.',
  },
});
const NotificationBrowserChange = component({
  name: 'NotificationBrowserChange',
  schema: memberDeviceChangeSchema,
});

const DEVICE = { id: 'The browser’s id.' };

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
  pushChoices: {
    method: 'get',
    path: '/notifications/push',
    needs: 'self',
    summary: 'List browser notifications',
    description: 'All kinds that your browsers can show, and whether they do.',
    answer: { status: 200, says: 'Every kind.', schema: NotificationPushes },
  },
  choosePush: {
    method: 'post',
    path: '/notifications/push',
    needs: 'self',
    summary: 'Turn a browser notification on or off',
    description: 'For the signed-in person, in all their browsers, in the current workspace.',
    body: { schema: NotificationPush, required: true },
    answer: { status: 204, says: 'Saved.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { kind: 'mentioned', push: false } },
  },
  devices: {
    method: 'get',
    path: '/notifications/devices',
    needs: 'self',
    summary: 'List browsers with notifications',
    description:
      'The browsers in which you get notifications of the current workspace, oldest first, and the key that browsers subscribe with.',
    answer: { status: 200, says: 'Your browsers.', schema: NotificationBrowsers },
  },
  addDevice: {
    method: 'post',
    path: '/notifications/devices',
    needs: 'self',
    summary: 'Turn on notifications in a browser',
    description:
      'Registers the browser of this session. It ends when you sign out, when the session ends and when you leave the workspace. You can have ten; another one takes the place of the oldest.',
    body: { schema: NotificationBrowserForm, required: true },
    answer: { status: 201, says: 'The browser gets notifications.', schema: NotificationBrowser },
    errors: ['bad_json', 'validation_failed'],
    example: {
      body: {
        subscription: {
          endpoint: 'https://push.example.com/send/kQ2v8nX4',
          keys: {
            p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
        },
      },
    },
  },
  changeDevice: {
    method: 'post',
    path: '/notifications/devices/{id}',
    needs: 'self',
    params: DEVICE,
    summary: 'Change a browser with notifications',
    description: 'With `approves`, notifications of short alerts have a button that approves them at once.',
    body: { schema: NotificationBrowserChange, required: true },
    answer: { status: 200, says: 'The browser as it is now.', schema: NotificationBrowser },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: { id: '$NOTIFICATION_BROWSER_ID' }, body: { approves: true } },
  },
  removeDevice: {
    method: 'delete',
    path: '/notifications/devices/{id}',
    needs: 'self',
    params: DEVICE,
    summary: 'Turn off notifications in a browser',
    description: 'Works for each of your browsers, also one you no longer have.',
    answer: { status: 204, says: 'The browser no longer gets notifications.' },
    errors: ['not_found'],
    example: { params: { id: '$NOTIFICATION_BROWSER_ID' } },
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
