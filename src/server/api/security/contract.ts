import {
  accountEventSchema,
  accountEventsSchema,
  accountExportSchema,
  accountSessionSchema,
  accountSessionsSchema,
  newRecoveryCodesSchema,
  passwordConfirmationSchema,
  recoveryCodeStatusSchema,
} from '#src/shared/account-security.ts';
import { component, endpoints } from '../../contract/endpoint.ts';

const Session = component({
  name: 'Session',
  schema: accountSessionSchema,
  fields: {
    current: 'The session of this request.',
    aal: '`aal2`: signed in with two-factor authentication.',
    lastUsedAt: 'When its tokens were last refreshed.',
  },
});
const Sessions = component({ name: 'Sessions', schema: accountSessionsSchema, holds: [Session] });
const Event = component({
  name: 'Event',
  schema: accountEventSchema,
  fields: { event: 'Such as signed_in, password_changed or factor_added.' },
});
const Events = component({ name: 'Events', schema: accountEventsSchema, holds: [Event] });
const RecoveryCodeStatus = component({
  name: 'RecoveryCodeStatus',
  schema: recoveryCodeStatusSchema,
  fields: { left: 'Unused codes of the newest ten.', madeAt: 'Null if you never created any.' },
});
const PasswordConfirmation = component({
  name: 'PasswordConfirmation',
  schema: passwordConfirmationSchema,
  fields: { password: 'Required unless you signed in less than ten minutes ago.' },
});
const NewRecoveryCodes = component({
  name: 'NewRecoveryCodes',
  schema: newRecoveryCodesSchema,
  fields: { codes: 'Ten codes, shown once.' },
});
const Export = component({
  name: 'Export',
  schema: accountExportSchema,
  fields: { user: 'In the form of `/auth/v1/user`.', factors: 'Without secrets.' },
});

const PASSWORD = { password: 'correct horse 1!' };

export const SECURITY = endpoints('Account', {
  sessions: {
    method: 'get',
    path: '/security/sessions',
    needs: 'self',
    anywhere: true,
    summary: 'List signed-in devices',
    description: 'Your sessions, last used first.',
    answer: { status: 200, says: 'Last used first.', schema: Sessions },
  },
  endSession: {
    method: 'delete',
    path: '/security/sessions/{id}',
    needs: 'self',
    anywhere: true,
    summary: 'Sign a device out',
    description: 'Ends one session. Its access token is rejected within five seconds.',
    params: { id: 'The session’s id.' },
    answer: { status: 204, says: 'The session has ended.' },
    errors: ['not_found'],
    example: { params: { id: '$SESSION_ID' } },
  },
  endOthers: {
    method: 'post',
    path: '/security/sessions/end-others',
    needs: 'self',
    anywhere: true,
    summary: 'Sign out all other devices',
    description: 'Ends all your sessions except the current one.',
    answer: { status: 204, says: 'The sessions have ended.' },
  },
  events: {
    method: 'get',
    path: '/security/events',
    needs: 'self',
    anywhere: true,
    summary: 'List account activity',
    description: 'The 100 newest security events of your account, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: Events },
  },
  recoveryCodes: {
    method: 'get',
    path: '/security/recovery-codes',
    needs: 'self',
    anywhere: true,
    summary: 'Get recovery code status',
    description: 'Number of unused recovery codes, and when you created them.',
    answer: { status: 200, says: 'The count.', schema: RecoveryCodeStatus },
  },
  makeRecoveryCodes: {
    method: 'post',
    path: '/security/recovery-codes',
    needs: 'self',
    anywhere: true,
    summary: 'Create recovery codes',
    description:
      'Ten one-time codes, each of which replaces a code from your authenticator app. Earlier codes stop working. Requires two-factor authentication.',
    body: { schema: PasswordConfirmation, required: false },
    answer: { status: 201, says: 'The codes, this once.', schema: NewRecoveryCodes },
    errors: [
      'bad_json',
      'validation_failed',
      'recent_sign_in_needed',
      'over_request_rate_limit',
      'mfa_factor_not_found',
    ],
    keepsAnswer: false,
    example: { body: PASSWORD },
  },
  exportData: {
    method: 'post',
    path: '/security/export',
    needs: 'self',
    anywhere: true,
    summary: 'Export account data',
    description:
      'All data stored about you, except credentials, with the rules and alerts of the workspaces you own.',
    body: { schema: PasswordConfirmation, required: false },
    answer: { status: 200, says: 'A file, account.json.', schema: Export },
    errors: ['bad_json', 'validation_failed', 'recent_sign_in_needed', 'over_request_rate_limit'],
    keepsAnswer: false,
    example: { body: PASSWORD },
  },
  deleteAccount: {
    method: 'post',
    path: '/security/delete-account',
    needs: 'self',
    anywhere: true,
    summary: 'Delete the account',
    description:
      'Deletes your account and everything that belongs only to it, at once and permanently. Rejected if you’re the only owner of a workspace with other members, or if a paid plan would renew: cancel it first.',
    body: { schema: PasswordConfirmation, required: false },
    answer: { status: 204, says: 'The account is deleted.' },
    errors: [
      'bad_json',
      'validation_failed',
      'recent_sign_in_needed',
      'over_request_rate_limit',
      'last_owner',
      'paid_plan_runs',
    ],
    example: { body: PASSWORD },
  },
});
