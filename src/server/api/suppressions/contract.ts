import {
  mailReporterFormSchema,
  mailReporterMadeSchema,
  mailReporterSchema,
  mailReportersSchema,
  suppressionFormSchema,
  suppressionHistorySchema,
  suppressionLiftSchema,
  suppressionSchema,
  suppressionsSchema,
} from '#src/shared/suppressions.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Suppression = component({
  name: 'Suppression',
  schema: suppressionSchema,
  fields: {
    address: 'Null if the person was erased. The suppression still applies by a keyed hash.',
    detail: 'The server’s or provider’s message, or the reason your team gave.',
    source:
      '`reply`: the mail server’s answer. `dsn`: a bounce email. A provider’s name: its callback. `api`: your team.',
  },
});
const Suppressions = component({ name: 'Suppressions', schema: suppressionsSchema, holds: [Suppression] });
const SuppressionForm = component({ name: 'SuppressionForm', schema: suppressionFormSchema });
const SuppressionLift = component({ name: 'SuppressionLift', schema: suppressionLiftSchema });
const SuppressionHistory = component({ name: 'SuppressionHistory', schema: suppressionHistorySchema });
const MailReporter = component({
  name: 'MailReporter',
  schema: mailReporterSchema,
  fields: {
    url: 'The URL the provider reports to. It’s signed; keep it secret.',
    events: 'Bounces, complaints and deliveries reported for addresses of this workspace.',
    problem: 'Why the last call was rejected; null once a call is accepted again.',
  },
});
const MailReporters = component({
  name: 'MailReporters',
  schema: mailReportersSchema,
  holds: [MailReporter],
});
const MailReporterForm = component({
  name: 'MailReporterForm',
  schema: mailReporterFormSchema,
  fields: { secret: 'The key or ARN from the provider. Leave it out if we create the password.' },
});
const MailReporterMade = component({
  name: 'MailReporterMade',
  schema: mailReporterMadeSchema,
  fields: { password: 'Paste it at the provider; shown once. Null if the provider has its own key.' },
});

const THE_SUPPRESSION = { id: 'The id of the suppression.' };
const IT = { id: '$SUPPRESSION_ID' };

export const SUPPRESSIONS = endpoints('People', {
  list: {
    method: 'get',
    path: '/suppressions',
    needs: 'contacts:read',
    summary: 'List suppressed addresses',
    description:
      'Addresses that get no alerts: after a hard bounce, five soft bounces in a row over three days or more, or a spam complaint, or because your team or the person asked for it. Newest first.',
    query: {
      cause: { says: '`hard_bounce`, `soft_bounces`, `complaint`, `manual` or `erased`.' },
      q: { says: 'Part of the address.' },
      limit: { says: 'Rows per page, 1 to 100. Default: 50.', type: 'integer' },
      cursor: { says: 'The `next` of the previous page.' },
    },
    answer: { status: 200, says: 'A page.', schema: Suppressions },
    errors: ['validation_failed'],
    example: { query: 'cause=manual' },
  },
  add: {
    method: 'post',
    path: '/suppressions',
    needs: 'contacts:write',
    tells: ['contacts'],
    whileReadOnly: true,
    summary: 'Suppress an address',
    description:
      'Nothing more is sent to the address, whether or not it belongs to a contact. An address that is already suppressed keeps its cause.',
    body: { schema: SuppressionForm, required: true },
    answer: { status: 204, says: 'The address is suppressed.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { address: 'no-more@reader.example', reason: 'Asked us by phone' } },
  },
  history: {
    method: 'get',
    path: '/suppressions/{id}/history',
    needs: 'contacts:read',
    summary: 'Read the history of a suppressed address',
    description:
      'Every time it was suppressed or lifted, with the cause and who did it. Newest first, up to 100.',
    params: THE_SUPPRESSION,
    answer: { status: 200, says: 'The history.', schema: SuppressionHistory },
    errors: ['not_found'],
    example: { params: IT },
  },
  lift: {
    method: 'post',
    path: '/suppressions/{id}/lift',
    needs: 'contacts:write',
    tells: ['contacts'],
    summary: 'Lift a suppression',
    description:
      'The address gets alerts again, unless its person has unsubscribed. The reason stays in the history. Lift a complaint only if the person asked for it: another one hurts your sender reputation.',
    params: THE_SUPPRESSION,
    body: { schema: SuppressionLift, required: true },
    answer: { status: 204, says: 'The suppression is lifted.' },
    errors: ['bad_json', 'validation_failed', 'not_found'],
    example: { params: IT, body: { reason: 'The mailbox works again' } },
  },
  reporters: {
    method: 'get',
    path: '/mail-reporters',
    needs: 'contacts:read',
    summary: 'List bounce reports',
    description: 'Providers and bounce mailboxes that report to this workspace, and what can be connected.',
    answer: { status: 200, says: 'Oldest first.', schema: MailReporters },
    example: {},
  },
  connect: {
    method: 'post',
    path: '/mail-reporters',
    needs: 'workspace:write',
    tells: ['contacts'],
    keepsAnswer: false,
    summary: 'Connect bounce reports',
    description:
      'Returns the URL that Amazon SES, Mailgun, Postmark, SendGrid, Resend or your own bounce mailbox reports to. Each call is verified by the provider’s method: SNS certificate, HMAC, ECDSA, or a password we create.',
    body: { schema: MailReporterForm, required: true },
    answer: { status: 201, says: 'The URL to report to.', schema: MailReporterMade },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { kind: 'postmark' } },
  },
  disconnect: {
    method: 'delete',
    path: '/mail-reporters/{id}',
    needs: 'workspace:write',
    tells: ['contacts'],
    whileReadOnly: true,
    summary: 'Disconnect bounce reports',
    description: 'Calls to its URL are rejected. Suppressions stay.',
    params: { id: 'The id of the bounce reports.' },
    answer: { status: 204, says: 'Bounce reports are disconnected.' },
    errors: ['not_found'],
    example: { params: { id: '$MAIL_REPORTER_ID' } },
  },
});
