import type { ErrorCode } from '../errors.ts';
import type { SchemaName } from './schemas.ts';

export type Method = 'get' | 'post' | 'delete';

/** A word of a query: all may be left out. */
export type QueryWord = { says: string; type?: 'integer' | 'date' | 'uuid'; many?: true };

/** One address of /api/v1. A route without its line here, or a line without its route, fails a test. */
export type Endpoint = {
  method: Method;
  /** Below /api/v1, parameters in braces. */
  path: string;
  group: 'Workspace' | 'Alerts' | 'Account';
  summary: string;
  description: string;
  /** Answers without a token. */
  open?: true;
  /** Names of the path's parameters, and what they are. */
  params?: Record<string, string>;
  /** What may stand behind the question mark; `many` may stand there several times. */
  query?: Record<string, QueryWord>;
  body?: { schema: SchemaName; required: boolean };
  answer: { status: number; says: string; schema?: SchemaName; type?: string };
  /** Beside those that every address may answer. */
  errors?: readonly ErrorCode[];
  /** What the example sends. */
  example?: { params?: Record<string, string>; query?: string; body?: unknown; stays?: true };
};

/** Every address that asks for a token may answer these. */
export const COMMON_ERRORS: readonly ErrorCode[] = [
  'no_authorization',
  'bad_jwt',
  'user_not_found',
  'session_not_found',
  'user_banned',
  'insufficient_aal',
  'no_workspace',
];

const FIGURES_QUERY: Record<string, QueryWord> = {
  from: { says: 'First day, in UTC; thirty days before the last unless told.', type: 'date' },
  to: { says: 'Last day, in UTC, included; today unless told. 366 days are the limit.', type: 'date' },
  brand: { says: 'Id of the brand.', type: 'uuid', many: true },
  rule: { says: 'Id of the rule.', type: 'uuid', many: true },
  symbol: { says: 'Symbol of the instrument.', many: true },
  detector: { says: 'Name of the condition.', many: true },
  channel: { says: 'A channel it was written for.', many: true },
  trial: { says: '`no`: without trial runs, unless told; `yes`: trial runs only.' },
};

const PASSWORD = { password: 'correct horse 1!' };

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/openapi.json',
    group: 'Workspace',
    summary: 'This contract',
    description: 'The OpenAPI 3.1 document that this page is made from.',
    open: true,
    answer: { status: 200, says: 'The document.', type: 'application/json' },
  },
  {
    method: 'get',
    path: '/me',
    group: 'Workspace',
    summary: 'Who is asking',
    description: 'The signed-in person, the workspace the token works in, its first brand and its plan.',
    answer: { status: 200, says: 'Person, workspace, brand, subscription.', schema: 'Me' },
  },
  {
    method: 'get',
    path: '/notifications',
    group: 'Workspace',
    summary: 'Notifications',
    description:
      'What has happened that the person should know of, newest first, a page at a time. Nobody sees another’s. They are kept for ninety days.',
    query: {
      limit: { says: 'Rows of a page: 1 to 100, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: 'NotificationPage' },
    errors: ['validation_failed'],
    example: { query: 'limit=10' },
  },
  {
    method: 'get',
    path: '/notifications/unread',
    group: 'Workspace',
    summary: 'Unread notifications',
    description: 'How many the person has not read. 100 stands for as many or more.',
    answer: { status: 200, says: 'The count.', schema: 'Unread' },
  },
  {
    method: 'post',
    path: '/notifications/read',
    group: 'Workspace',
    summary: 'Mark notifications as read',
    description: 'Those that are named, a hundred at most; all of the person’s where none is.',
    body: { schema: 'NotificationsRead', required: true },
    answer: { status: 204, says: 'They are read.' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: {} },
  },
  {
    method: 'post',
    path: '/feedback',
    group: 'Workspace',
    summary: 'Send feedback',
    description:
      'A message to the team, with the person and the workspace that it comes from. The same words within a minute are one message.',
    body: { schema: 'FeedbackForm', required: true },
    answer: { status: 201, says: 'It is stored, and on its way to the team.', schema: 'Received' },
    errors: ['bad_json', 'validation_failed', 'over_request_rate_limit'],
    example: { body: { text: 'The chart of an alert could show the day before as well.' } },
  },
  {
    method: 'post',
    path: '/trial-runs',
    group: 'Alerts',
    summary: 'Start a trial run',
    description:
      'Runs the workspace’s rule over recorded data and makes one alert of the latest finding, for the person who asks and nobody else. Ten an hour. Owners, admins and editors may.',
    answer: { status: 202, says: 'The run has been queued.', schema: 'TrialRun' },
    errors: ['forbidden', 'not_found', 'trial_run_limit'],
  },
  {
    method: 'get',
    path: '/alerts',
    group: 'Alerts',
    summary: 'List alerts',
    description:
      'Every alert of the workspace, newest first, a page at a time. Several values of one name mean any of them, several names mean all of them. A page may be short although there is more: go on while `next` is not null.',
    query: {
      state: { says: 'State of the alert.', many: true },
      symbol: { says: 'Symbol of the instrument.', many: true },
      detector: { says: 'Name of the condition.', many: true },
      rule: { says: 'Id of the rule.', type: 'uuid', many: true },
      brand: { says: 'Id of the brand.', type: 'uuid', many: true },
      channel: { says: 'A channel it was written for.', many: true },
      outcome: {
        says: '`sent`: handed over to somebody; `failed`: to nobody, and it has failed. On the channels asked for, where there are some.',
      },
      hour: { says: 'Hour of the day in UTC, 0 to 23.', many: true },
      trial: { says: '`yes`: trial runs only, `no`: without them.' },
      from: { says: 'First day, in UTC.', type: 'date' },
      to: { says: 'Last day, in UTC, included.', type: 'date' },
      q: { says: 'Words of the title, the last may be a beginning; a symbol narrows to it.' },
      limit: { says: 'Rows of a page: 1 to 200, 50 unless told.', type: 'integer' },
      cursor: { says: 'The `next` of the page before.' },
    },
    answer: { status: 200, says: 'Newest first.', schema: 'AlertPage' },
    errors: ['validation_failed'],
    example: { query: 'state=sent&trial=yes&limit=10' },
  },
  {
    method: 'get',
    path: '/alerts/choices',
    group: 'Alerts',
    summary: 'What alerts can be narrowed to',
    description: 'The symbols and conditions that alerts of the workspace have, and its rules and brands.',
    answer: { status: 200, says: 'By name.', schema: 'AlertChoices' },
  },
  {
    method: 'get',
    path: '/alerts/recent',
    group: 'Alerts',
    summary: 'Recent alerts',
    description:
      'The newest twenty alerts that have left the desk, one row per alert and channel, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: 'RecentAlerts' },
  },
  {
    method: 'get',
    path: '/alerts/{id}',
    group: 'Alerts',
    summary: 'One alert',
    description: 'With its evidence and the text that was written from it.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'The alert.', schema: 'Alert' },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  {
    method: 'get',
    path: '/alerts/{id}/record',
    group: 'Alerts',
    summary: 'What was sent, and how it came to that',
    description:
      'What each channel got, exactly as sent; every step of the alert with who, why and when; how many deliveries stand where. The HTML is somebody’s words: show it in a sandboxed frame only.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'Steps oldest first.', schema: 'AlertRecord' },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  {
    method: 'get',
    path: '/alerts/{id}/deliveries',
    group: 'Alerts',
    summary: 'Deliveries of an alert',
    description: 'A hundred a page, each with its attempts, oldest first.',
    params: { id: 'The alert’s id.' },
    query: { cursor: { says: 'The `next` of the page before.' } },
    answer: { status: 200, says: 'A page.', schema: 'DeliveryPage' },
    errors: ['not_found', 'validation_failed'],
    example: { params: { id: '$ALERT_ID' } },
  },
  {
    method: 'get',
    path: '/alerts/{id}/bars',
    group: 'Alerts',
    summary: 'Bars around an alert',
    description:
      'Ninety bars up to the event’s own and twenty after it, as far as the feed has stored them; none where the event comes from a file.',
    params: { id: 'The alert’s id.' },
    answer: { status: 200, says: 'Oldest first.', schema: 'AlertBars' },
    errors: ['not_found'],
    example: { params: { id: '$ALERT_ID' } },
  },
  {
    method: 'get',
    path: '/views',
    group: 'Alerts',
    summary: 'Saved views',
    description: 'Filters of the list of alerts that the person keeps under a name, by name.',
    answer: { status: 200, says: 'By name.', schema: 'Views' },
  },
  {
    method: 'post',
    path: '/views',
    group: 'Alerts',
    summary: 'Save a view',
    description: 'A view of the same name is written over. Fifty are the limit.',
    body: { schema: 'ViewForm', required: true },
    answer: { status: 201, says: 'The view.', schema: 'View' },
    errors: ['bad_json', 'validation_failed'],
    example: { body: { screen: 'alerts', name: 'Failures', query: 'state=failed&trial=no' } },
  },
  {
    method: 'delete',
    path: '/views/{id}',
    group: 'Alerts',
    summary: 'Delete a view',
    description: 'The alerts it showed stay.',
    params: { id: 'The view’s id.' },
    answer: { status: 204, says: 'It is gone.' },
    errors: ['not_found'],
    example: { params: { id: '$VIEW_ID' } },
  },
  {
    method: 'get',
    path: '/analytics',
    group: 'Alerts',
    summary: 'Figures of a period',
    description:
      'How many alerts there were, and how many were sent or failed, by day, hour of the day, channel, brand, rule and symbol, beside the same number of days before. Every figure is the length of a list: /alerts with the same filter, `outcome` and `from`, `to`.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'The figures.', schema: 'Analytics' },
    errors: ['validation_failed'],
    example: { query: 'trial=yes' },
  },
  {
    method: 'get',
    path: '/analytics.csv',
    group: 'Alerts',
    summary: 'Figures as a file',
    description:
      'The same figures for a spreadsheet: RFC 4180 in UTF-8 with a byte order mark. Texts that would be run as a formula begin with an apostrophe.',
    query: FIGURES_QUERY,
    answer: { status: 200, says: 'A file, analytics-….csv.', type: 'text/csv' },
    errors: ['validation_failed'],
    example: { query: 'trial=yes' },
  },
  {
    method: 'get',
    path: '/stream',
    group: 'Alerts',
    summary: 'Live hints',
    description:
      'Server-sent events. Each event `hint` names a topic to ask for again: `alerts`, `account`, `notifications`, or `resync` for everything. A comment comes every 15 seconds; the stream ends with the session. Hints carry no data, and several changes may be one hint.',
    answer: { status: 200, says: 'A stream that stays open.', type: 'text/event-stream' },
    example: { stays: true },
  },
  {
    method: 'get',
    path: '/security/sessions',
    group: 'Account',
    summary: 'Signed-in devices',
    description: 'Every session of the person, latest use first.',
    answer: { status: 200, says: 'Latest use first.', schema: 'Sessions' },
  },
  {
    method: 'delete',
    path: '/security/sessions/{id}',
    group: 'Account',
    summary: 'Sign a device out',
    description: 'Ends one session. Its access token is refused within five seconds.',
    params: { id: 'The session’s id.' },
    answer: { status: 204, says: 'It has ended.' },
    errors: ['not_found'],
    example: { params: { id: '$SESSION_ID' } },
  },
  {
    method: 'post',
    path: '/security/sessions/end-others',
    group: 'Account',
    summary: 'Sign every other device out',
    description: 'Ends all sessions of the person but the one that asks.',
    answer: { status: 204, says: 'They have ended.' },
  },
  {
    method: 'get',
    path: '/security/events',
    group: 'Account',
    summary: 'Account activity',
    description: 'The newest hundred things that happened to the account, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: 'Events' },
  },
  {
    method: 'get',
    path: '/security/recovery-codes',
    group: 'Account',
    summary: 'Recovery codes left',
    description: 'How many of the one-time codes for a lost second factor are left, and when they were made.',
    answer: { status: 200, says: 'The count.', schema: 'RecoveryCodeStatus' },
  },
  {
    method: 'post',
    path: '/security/recovery-codes',
    group: 'Account',
    summary: 'Make recovery codes',
    description:
      'Ten one-time codes, each in place of a code of the authenticator app. Earlier ones stop working. Only for a person who has a second factor.',
    answer: { status: 201, says: 'The codes, this once.', schema: 'NewRecoveryCodes' },
    errors: ['mfa_factor_not_found'],
  },
  {
    method: 'post',
    path: '/security/export',
    group: 'Account',
    summary: 'Take the account’s data along',
    description: 'Everything the account service keeps of the person, but for what would let somebody in.',
    body: { schema: 'PasswordConfirmation', required: false },
    answer: { status: 200, says: 'A file, account.json.', schema: 'Export' },
    errors: ['bad_json', 'validation_failed', 'recent_sign_in_needed', 'over_request_rate_limit'],
    example: { body: PASSWORD },
  },
  {
    method: 'post',
    path: '/security/delete-account',
    group: 'Account',
    summary: 'Delete the account',
    description: 'Removes the person with everything that is his alone, at once and for good.',
    body: { schema: 'PasswordConfirmation', required: false },
    answer: { status: 204, says: 'The account is gone.' },
    errors: ['bad_json', 'validation_failed', 'recent_sign_in_needed', 'over_request_rate_limit'],
    example: { body: PASSWORD },
  },
];
