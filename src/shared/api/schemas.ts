import * as z from 'zod/mini';
import {
  alertBarsSchema,
  alertChoicesSchema,
  alertItemSchema,
  alertPageSchema,
  alertRecordSchema,
  alertStepSchema,
  alertVariantSchema,
  deliveryItemSchema,
  deliveryPageSchema,
  viewFormSchema,
  viewSchema,
  viewsSchema,
} from '../alert-list.ts';
import {
  alertDetailSchema,
  meSchema,
  recentAlertSchema,
  recentAlertsSchema,
  trialRunSchema,
} from '../alerts.ts';
import { demoSessionSchema } from '../demo.ts';
import { chatFormSchema, chatMessageSchema, chatPageSchema, chatReadSchema } from '../chat.ts';
import { feedbackFormSchema, receivedSchema } from '../contact.ts';
import { analyticsSchema } from '../analytics.ts';
import { evidenceBarSchema, evidenceSchema } from '../market.ts';
import {
  notificationPageSchema,
  notificationSchema,
  notificationsReadSchema,
  unreadSchema,
} from '../notifications.ts';
import {
  accountEventSchema,
  accountEventsSchema,
  accountExportSchema,
  accountSessionSchema,
  accountSessionsSchema,
  newRecoveryCodesSchema,
  passwordConfirmationSchema,
  recoveryCodeStatusSchema,
} from './account.ts';

/** RFC 9457. Some errors say more, in fields of their own. */
export const problemSchema = z.looseObject({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  retryable: z.boolean(),
  request_id: z.string(),
});

/** Every schema the contract names. The same objects that the program itself reads and writes with. */
export const SCHEMAS = {
  Me: meSchema,
  DemoSession: demoSessionSchema,
  TrialRun: trialRunSchema,
  RecentAlerts: recentAlertsSchema,
  RecentAlert: recentAlertSchema,
  Alert: alertDetailSchema,
  AlertPage: alertPageSchema,
  AlertItem: alertItemSchema,
  AlertChoices: alertChoicesSchema,
  AlertRecord: alertRecordSchema,
  AlertVariant: alertVariantSchema,
  AlertStep: alertStepSchema,
  DeliveryPage: deliveryPageSchema,
  Delivery: deliveryItemSchema,
  AlertBars: alertBarsSchema,
  Views: viewsSchema,
  View: viewSchema,
  ViewForm: viewFormSchema,
  Analytics: analyticsSchema,
  Evidence: evidenceSchema,
  EvidenceBar: evidenceBarSchema,
  Sessions: accountSessionsSchema,
  Session: accountSessionSchema,
  Events: accountEventsSchema,
  Event: accountEventSchema,
  RecoveryCodeStatus: recoveryCodeStatusSchema,
  NewRecoveryCodes: newRecoveryCodesSchema,
  Export: accountExportSchema,
  PasswordConfirmation: passwordConfirmationSchema,
  NotificationPage: notificationPageSchema,
  Notification: notificationSchema,
  Unread: unreadSchema,
  NotificationsRead: notificationsReadSchema,
  ChatPage: chatPageSchema,
  ChatMessage: chatMessageSchema,
  ChatForm: chatFormSchema,
  ChatRead: chatReadSchema,
  FeedbackForm: feedbackFormSchema,
  Received: receivedSchema,
  Problem: problemSchema,
} satisfies Record<string, z.ZodMiniType>;
export type SchemaName = keyof typeof SCHEMAS;

/** What a field means, where its name does not say it. Field by field, so that a field that goes takes its words along. */
type Words = { [Name in SchemaName]?: Record<string, string> };
export const FIELD_WORDS: Words = {
  Me: {
    subscription: 'The plan of the workspace; null where there is none.',
    outboxUrl: 'Where mails of a development machine can be read, else null.',
  },
  TrialRun: { id: 'The run; its alert appears in the recent alerts a moment later.' },
  RecentAlert: {
    id: 'The alert.',
    state: 'What became of the delivery; of several recipients, the state that most needs to be seen.',
    title: 'The subject, or the rule’s name where nothing was written.',
    timeZone: 'IANA zone of the instrument’s market.',
    value: 'In the detector’s unit: percent, signed.',
    eventTime: 'Start of the bar.',
    sentAt: 'When the last provider took it.',
    reason: 'Why it was not sent, or is not yet.',
    trial: 'From a trial run over recorded data.',
  },
  AlertPage: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  AlertItem: {
    title: 'The subject, or the rule’s name where nothing is written yet.',
    timeZone: 'IANA zone of the instrument’s market.',
    value: 'In the detector’s unit.',
    eventTime: 'Start of the bar.',
    held: 'A delivery waits for somebody to confirm his address.',
    reason: 'Why it stands as it stands; null for what went well.',
  },
  AlertStep: { actor: 'A part of the program, or a person’s name.' },
  AlertBars: { bars: '`time` is the start of the bar in milliseconds since the epoch, UTC.' },
  View: { query: 'The filter, as behind the question mark of /alerts.' },
  Analytics: {
    period:
      'Counts of alerts. `medianMs` and `p95Ms`: from the event found to the last delivery handed over.',
    before: 'The same number of days before.',
    days: 'In UTC, every day of the period.',
    hours: 'Of the day in UTC, 0 to 23.',
    channels: 'An alert that went out on two channels stands in both.',
    brands: 'Most alerts first.',
    rules: 'Most alerts first.',
    symbols: 'Most alerts first.',
  },
  Alert: {
    timeZone: 'IANA zone of the instrument’s market.',
    value: 'In the detector’s unit: percent, signed.',
    eventTime: 'Start of the bar.',
    subject: 'Null until the text is written.',
    text: 'The whole plain-text part.',
    trial: 'From a trial run over recorded data.',
  },
  Evidence: {
    bars: 'Oldest first; the last is the bar of the finding.',
    params: 'The detector’s parameters.',
    figures: 'The numbers that were compared; the unit is in the name.',
  },
  EvidenceBar: { time: 'Start of the bar.', open: 'As the source wrote it, like every price here.' },
  Session: {
    current: 'The one that asks.',
    aal: 'aal2 has shown the second factor.',
    lastUsedAt: 'When its tokens were renewed last.',
  },
  Event: { event: 'Such as signed_in, password_changed or factor_added.' },
  RecoveryCodeStatus: { left: 'Of the newest ten.', madeAt: 'Null where none was ever made.' },
  NewRecoveryCodes: { codes: 'Ten. They are not told again.' },
  Export: { user: 'As /auth/v1/user writes it.', factors: 'Without secrets.' },
  PasswordConfirmation: { password: 'Needed unless the sign-in is less than ten minutes old.' },
  NotificationPage: { next: 'Ask again with `cursor=…` for what comes after; null at the end.' },
  Notification: {
    link: 'Below /dashboard.',
    count: 'How many of its kind within an hour it stands for.',
    readAt: 'Null while it is unread.',
  },
  NotificationsRead: { ids: 'Left out: all of them.' },
  ChatPage: {
    next: 'Ask again with `cursor=…` for what was said before; null at the beginning.',
    unread: 'Answers that have not been on the person’s screen.',
  },
  ChatMessage: {
    clientId: 'As whoever wrote it gave it.',
    author: 'The person himself, or the team.',
    text: 'Plain text, with line breaks.',
  },
  ChatForm: { clientId: 'A UUID of yours. The same one again is the same message.' },
  ChatRead: { id: 'The newest message that was shown.' },
  Problem: {
    title: 'What this code means in general.',
    detail: 'What it means here; for people.',
    code: 'Stable; for programs.',
    retryable: 'The same request may succeed later.',
    request_id: 'Tell support this.',
  },
};
