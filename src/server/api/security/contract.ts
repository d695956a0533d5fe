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
    current: 'The one that asks.',
    aal: 'aal2 has shown the second factor.',
    lastUsedAt: 'When its tokens were renewed last.',
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
  fields: { left: 'Of the newest ten.', madeAt: 'Null where none was ever made.' },
});
const PasswordConfirmation = component({
  name: 'PasswordConfirmation',
  schema: passwordConfirmationSchema,
  fields: { password: 'Needed unless the sign-in is less than ten minutes old.' },
});
const NewRecoveryCodes = component({
  name: 'NewRecoveryCodes',
  schema: newRecoveryCodesSchema,
  fields: { codes: 'Ten. They are not told again.' },
});
const Export = component({
  name: 'Export',
  schema: accountExportSchema,
  fields: { user: 'As /auth/v1/user writes it.', factors: 'Without secrets.' },
});

const PASSWORD = { password: 'correct horse 1!' };

export const SECURITY = endpoints('Account', {
  sessions: {
    method: 'get',
    path: '/security/sessions',
    needs: 'self',
    anywhere: true,
    summary: 'Signed-in devices',
    description: 'Every session of the person, latest use first.',
    answer: { status: 200, says: 'Latest use first.', schema: Sessions },
  },
  endSession: {
    method: 'delete',
    path: '/security/sessions/{id}',
    needs: 'self',
    anywhere: true,
    summary: 'Sign a device out',
    description: 'Ends one session. Its access token is refused within five seconds.',
    params: { id: 'The session’s id.' },
    answer: { status: 204, says: 'It has ended.' },
    errors: ['not_found'],
    example: { params: { id: '$SESSION_ID' } },
  },
  endOthers: {
    method: 'post',
    path: '/security/sessions/end-others',
    needs: 'self',
    anywhere: true,
    summary: 'Sign every other device out',
    description: 'Ends all sessions of the person but the one that asks.',
    answer: { status: 204, says: 'They have ended.' },
  },
  events: {
    method: 'get',
    path: '/security/events',
    needs: 'self',
    anywhere: true,
    summary: 'Account activity',
    description: 'The newest hundred things that happened to the account, newest first.',
    answer: { status: 200, says: 'Newest first.', schema: Events },
  },
  recoveryCodes: {
    method: 'get',
    path: '/security/recovery-codes',
    needs: 'self',
    anywhere: true,
    summary: 'Recovery codes left',
    description: 'How many of the one-time codes for a lost second factor are left, and when they were made.',
    answer: { status: 200, says: 'The count.', schema: RecoveryCodeStatus },
  },
  makeRecoveryCodes: {
    method: 'post',
    path: '/security/recovery-codes',
    needs: 'self',
    anywhere: true,
    summary: 'Make recovery codes',
    description:
      'Ten one-time codes, each in place of a code of the authenticator app. Earlier ones stop working. Only for a person who has a second factor.',
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
    summary: 'Take the account’s data along',
    description:
      'Everything that is kept of the person, except what would let someone in, with the rules and alerts of the workspaces the person owns.',
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
      'Deletes the account and everything that belongs to it alone, at once and permanently. Rejected for the only owner of a workspace with other members, and while a paid plan would keep renewing: cancel it first.',
    body: { schema: PasswordConfirmation, required: false },
    answer: { status: 204, says: 'The account is gone.' },
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
