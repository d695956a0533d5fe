import type { ErrorCode } from '../errors.ts';
import type { SchemaName } from './schemas.ts';

export type Method = 'get' | 'post' | 'delete';

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
  body?: { schema: SchemaName; required: boolean };
  answer: { status: number; says: string; schema?: SchemaName; type?: string };
  /** Beside those that every address may answer. */
  errors?: readonly ErrorCode[];
  /** What the example sends. */
  example?: { params?: Record<string, string>; body?: unknown; stays?: true };
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
    path: '/stream',
    group: 'Alerts',
    summary: 'Live hints',
    description:
      'Server-sent events. Each event `hint` names a topic to ask for again: `alerts`, `account`, or `resync` for everything. A comment comes every 15 seconds; the stream ends with the session. Hints carry no data, and several changes may be one hint.',
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
