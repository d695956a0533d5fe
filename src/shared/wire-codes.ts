import type { ErrorCode } from './errors.ts';

/** Codes of ours that /auth/v1 knows under another name: there one name may come with several statuses. */
const ON_THE_WIRE: Partial<Record<ErrorCode, string>> = {
  session_gone: 'session_not_found',
  user_banned_sign_in: 'user_banned',
  over_capacity: 'over_request_rate_limit',
  bad_jwt_subject: 'bad_jwt',
  phone_sign_in_disabled: 'phone_provider_disabled',
  malformed_id: 'validation_failed',
  email_not_confirmed_yet: 'email_not_confirmed',
  insufficient_aal_update: 'insufficient_aal',
  insufficient_aal_unenrol: 'insufficient_aal',
  mfa_challenge_not_found: 'mfa_factor_not_found',
  no_such_user: 'user_not_found',
};

export const wireCode = (code: ErrorCode): string => ON_THE_WIRE[code] ?? code;
