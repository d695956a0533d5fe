import { PUBLIC_KEY } from '#src/shared/product.ts';
import type { Entry, Row, Surface } from '../reference.ts';
import { EMAIL, ok, row } from './parts.ts';

const PASSWORD = 'correct horse 1!';
const SESSION: Row[] = [
  row('access_token', 'text', 'Send it as the bearer token. Valid for 15 minutes.'),
  row('expires_in', 'whole number', 'Seconds: 900.'),
  row('expires_at', 'whole number', 'Seconds since 1970.'),
  row('refresh_token', 'text', 'Works once: each use returns the next one.'),
  row('user', 'object', 'As in `GET /auth/v1/user`.'),
];
const session = { title: 'Answer', rows: SESSION };

const auth: Entry[] = [
  {
    id: 'auth-signup',
    method: 'post',
    path: '/auth/v1/signup',
    summary: 'Create an account',
    description:
      'Returns a session, and emails a link that confirms the address. If the operator requires confirmation first, it returns only the user.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('email', 'text'),
          row('password', 'text', 'At least 6 characters, at most 72 bytes. Common passwords are rejected.'),
          row(
            'data',
            'object, may be left out',
            '`first_name`, `last_name`, `accountType`, `companyName`: labels.',
          ),
        ],
      },
      session,
    ],
    answers: ok('A session.'),
    codes: ['validation_failed', 'user_already_exists', 'weak_password', 'over_request_rate_limit'],
    example: {
      method: 'post',
      path: '/auth/v1/signup',
      body: { email: EMAIL, password: PASSWORD, data: { first_name: 'Ada', last_name: 'Byron' } },
    },
  },
  {
    id: 'auth-token-password',
    method: 'post',
    path: '/auth/v1/token',
    summary: 'Sign in',
    description: 'Needs `grant_type=password` in the query.',
    tables: [{ title: 'Body', rows: [row('email', 'text'), row('password', 'text')] }, session],
    answers: ok('A session.'),
    codes: ['validation_failed', 'invalid_credentials', 'email_not_confirmed', 'over_request_rate_limit'],
    example: {
      method: 'post',
      path: '/auth/v1/token?grant_type=password',
      body: { email: EMAIL, password: PASSWORD },
    },
  },
  {
    id: 'auth-token-refresh',
    method: 'post',
    path: '/auth/v1/token',
    summary: 'Renew a session',
    description:
      'Needs `grant_type=refresh_token` in the query. Store the new refresh token. If an old one is used again, the session ends, because someone may have a copy.',
    tables: [{ title: 'Body', rows: [row('refresh_token', 'text')] }, session],
    answers: ok('The session with new tokens.'),
    codes: [
      'validation_failed',
      'refresh_token_not_found',
      'refresh_token_already_used',
      'session_not_found',
    ],
    example: {
      method: 'post',
      path: '/auth/v1/token?grant_type=refresh_token',
      body: { refresh_token: '$REFRESH_TOKEN' },
    },
  },
  {
    id: 'auth-user-get',
    method: 'get',
    path: '/auth/v1/user',
    summary: 'Get the signed-in user',
    description: 'Profile, confirmation and authenticator apps.',
    tables: [
      {
        title: 'Answer',
        rows: [
          row('id', 'uuid'),
          row('email', 'text'),
          row('email_confirmed_at', 'time, may be left out'),
          row('user_metadata', 'object', 'The `data` from sign-up.'),
          row(
            'factors',
            'list, may be left out',
            'Authenticator apps, each with `id`, `factor_type` and `status`.',
          ),
        ],
      },
    ],
    answers: ok('The user.'),
    codes: ['no_authorization', 'bad_jwt', 'session_not_found'],
    example: { method: 'get', path: '/auth/v1/user', token: true },
  },
  {
    id: 'auth-user-put',
    method: 'put',
    path: '/auth/v1/user',
    summary: 'Update the user',
    description:
      'A new password ends your other sessions. A new address takes effect once the emails to both the old and the new address are confirmed.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('email', 'text, may be left out'),
          row('password', 'text, may be left out'),
          row('data', 'object, may be left out', 'Merged into `user_metadata`.'),
        ],
      },
    ],
    answers: ok('The user.'),
    codes: [
      'validation_failed',
      'weak_password',
      'same_password',
      'email_exists',
      'insufficient_aal',
      'over_email_send_rate_limit',
    ],
    example: { method: 'put', path: '/auth/v1/user', token: true, body: { data: { first_name: 'Augusta' } } },
  },
  {
    id: 'auth-recover',
    method: 'post',
    path: '/auth/v1/recover',
    summary: 'Send a password reset email',
    description: 'The response doesn’t reveal whether the address has an account.',
    tables: [{ title: 'Body', rows: [row('email', 'text')] }],
    answers: ok('An empty object.'),
    codes: ['validation_failed', 'over_email_send_rate_limit', 'over_request_rate_limit'],
    example: { method: 'post', path: '/auth/v1/recover', body: { email: EMAIL } },
  },
  {
    id: 'auth-resend',
    method: 'post',
    path: '/auth/v1/resend',
    summary: 'Resend the confirmation email',
    description: 'One email a minute. `type` is `signup` or `email_change`.',
    tables: [{ title: 'Body', rows: [row('type', '`signup`, `email_change`'), row('email', 'text')] }],
    answers: ok('An empty object.'),
    codes: ['validation_failed', 'over_email_send_rate_limit', 'over_request_rate_limit'],
    example: {
      method: 'post',
      path: '/auth/v1/resend',
      body: { type: 'signup', email: 'grace@traders.example' },
    },
  },
  {
    id: 'auth-verify',
    method: 'post',
    path: '/auth/v1/verify',
    summary: 'Verify a link or a code',
    description:
      'Either `token_hash` from a link, or `email` with the six-digit code from the email as `token`. `type` is `signup`, `recovery`, `magiclink`, `invite`, `email` or `email_change`. The example uses an invalid code.',
    tables: [
      {
        title: 'Body',
        rows: [
          row('type', 'text'),
          row('token_hash', 'text, may be left out'),
          row('email', 'text, may be left out'),
          row('token', 'text, may be left out'),
        ],
      },
      session,
    ],
    answers: [
      { status: '200', says: 'A session.' },
      { status: '403', says: 'The link or code is invalid.' },
    ],
    codes: ['validation_failed', 'otp_expired', 'over_request_rate_limit'],
    example: {
      method: 'post',
      path: '/auth/v1/verify',
      body: { type: 'signup', email: EMAIL, token: '000000' },
    },
  },
  {
    id: 'auth-factors',
    method: 'post',
    path: '/auth/v1/factors',
    summary: 'Add an authenticator app',
    description:
      'Returns the secret and its QR code. The app is active after `POST /auth/v1/factors/{id}/challenge` and `POST /auth/v1/factors/{id}/verify` with a correct code, which also raises the session to aal2. `DELETE /auth/v1/factors/{id}` removes it.',
    tables: [
      { title: 'Body', rows: [row('factor_type', '`totp`'), row('friendly_name', 'text, may be left out')] },
      {
        title: 'Answer',
        rows: [
          row('id', 'uuid'),
          row('totp.secret', 'text'),
          row('totp.uri', 'text', 'For the authenticator app.'),
          row('totp.qr_code', 'text', 'As an SVG.'),
        ],
      },
    ],
    answers: ok('The factor, not verified yet.'),
    codes: [
      'validation_failed',
      'mfa_factor_name_conflict',
      'too_many_enrolled_mfa_factors',
      'insufficient_aal',
    ],
    example: {
      method: 'post',
      path: '/auth/v1/factors',
      token: true,
      body: { factor_type: 'totp', friendly_name: 'phone' },
    },
  },
  {
    id: 'auth-logout',
    method: 'post',
    path: '/auth/v1/logout',
    summary: 'Sign out',
    description: '`scope` is `local` for this session, `others`, or `global` for all (the default).',
    tables: [],
    answers: [{ status: '204', says: 'Signed out.' }],
    codes: ['no_authorization', 'bad_jwt', 'validation_failed', 'insufficient_aal'],
    example: { method: 'post', path: '/auth/v1/logout?scope=local', token: true },
  },
];

export const SIGN_IN: Surface = {
  id: 'sign-in',
  title: 'Sign-up and sign-in',
  description: 'Create an account, sign in, renew a session, and change a password or an email address.',
  intro: [
    'The addresses of the official client `supabase-js`, which does all of this for you: `createClient($BASE, key)` with the public key of the site, which grants nothing and isn’t secret.',
    `The key: \`${PUBLIC_KEY}\`. An error is \`{"code", "message"}\` for clients that send \`X-Supabase-Api-Version: 2024-01-01\`, else \`{"code", "error_code", "msg"}\`, where \`error_code\` is the name in the list of errors.`,
  ],
  entries: auth,
};
