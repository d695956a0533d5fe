/**
 * The one table of error codes. Everything that refuses a request does so with one of these; the auth,
 * REST and problem+json answers are adapters over it. A code never changes its meaning once released.
 */
export const ERRORS = {
  validation_failed: { status: 400, message: 'The request is not valid.', retryable: false },
  bad_json: { status: 400, message: 'The body is not valid JSON.', retryable: false },
  request_entity_too_large: { status: 413, message: 'The body is too large.', retryable: false },
  no_authorization: {
    status: 401,
    message: 'This endpoint requires a valid Bearer token',
    retryable: false,
  },
  bad_jwt: { status: 403, message: 'invalid JWT', retryable: false },
  user_not_found: { status: 403, message: 'User from sub claim in JWT does not exist', retryable: false },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
    retryable: false,
  },
  invalid_credentials: { status: 400, message: 'Invalid login credentials', retryable: false },
  email_not_confirmed: { status: 400, message: 'Email not confirmed', retryable: false },
  user_already_exists: { status: 422, message: 'User already registered', retryable: false },
  weak_password: {
    status: 422,
    message: 'Password should be at least 6 characters.',
    retryable: false,
  },
  refresh_token_not_found: {
    status: 400,
    message: 'Invalid Refresh Token: Refresh Token Not Found',
    retryable: false,
  },
  refresh_token_already_used: {
    status: 400,
    message: 'Invalid Refresh Token: Already Used',
    retryable: false,
  },
  otp_expired: { status: 403, message: 'Email link is invalid or has expired', retryable: false },
  anonymous_provider_disabled: {
    status: 422,
    message: 'Anonymous sign-ins are disabled',
    retryable: false,
  },
  phone_provider_disabled: { status: 400, message: 'Phone sign-ins are disabled', retryable: false },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached', retryable: true },
  not_found: { status: 404, message: 'There is nothing at this address.', retryable: false },
  forbidden: { status: 403, message: 'Your role does not allow this.', retryable: false },
  alert_not_followed: {
    status: 409,
    message: 'Only an alert that was sent can be updated or corrected.',
    retryable: false,
  },
  ledger_held: {
    status: 409,
    message: 'A legal hold keeps every entry that is old enough. Nothing was pruned.',
    retryable: false,
  },
  case_file_too_large: {
    status: 422,
    message: 'That is more than one case file can hold here. Choose a shorter period.',
    retryable: false,
  },
  search_too_large: {
    status: 422,
    message:
      'This search finds more than one file can hold here. Choose a shorter period, or a symbol or brand.',
    retryable: false,
  },
  hold_lifted: { status: 409, message: 'This hold was lifted already.', retryable: false },
  feed_unreachable: { status: 503, message: 'The exchange can’t be reached.', retryable: true },
  feed_full: { status: 409, message: 'No more symbols of this feed can be watched here.', retryable: false },
  /** Of a program: what a person alone may do, or what no program may. */
  session_only: {
    status: 403,
    message: 'This takes a signed-in person. A key cannot do it.',
    retryable: false,
  },
  invalid_api_key: {
    status: 401,
    message: 'This API key is not one of ours, or is not whole.',
    retryable: false,
  },
  api_key_revoked: { status: 401, message: 'This API key was revoked.', retryable: false },
  api_key_expired: { status: 401, message: 'This API key has expired.', retryable: false },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still being carried out.',
    retryable: true,
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Take a new one.',
    retryable: false,
  },
  idempotency_answer_not_kept: {
    status: 409,
    message: 'This was carried out before. Its answer is not kept, and is not told again.',
    retryable: false,
  },
  too_many_keys: {
    status: 422,
    message: 'This workspace has as many API keys as it may have. Revoke one to make another.',
    retryable: false,
  },
  api_not_in_plan: {
    status: 403,
    message: 'API access is not part of this plan. Your keys are kept, and work again with Professional.',
    retryable: false,
  },
  key_scope_missing: { status: 403, message: 'This API key may not do this.', retryable: false },
  demo_read_only: {
    status: 403,
    message: 'This is a demo: it can be looked at, and nothing can be changed.',
    retryable: false,
  },
  demo_off: { status: 404, message: 'There is no demo on this server.', retryable: false },
  demo_ended: { status: 401, message: 'This look at the demo has ended. Open it again.', retryable: true },
  workspace_not_found: {
    status: 404,
    message: 'There is no such workspace, or you are not a member of it.',
    retryable: false,
  },
  second_factor_needed: {
    status: 403,
    message: 'An operator needs a second factor: turn it on in the settings of the account area.',
    retryable: false,
  },
  paid_by_provider: {
    status: 409,
    message: 'This workspace pays through a payment provider. End that subscription first.',
    retryable: false,
  },
  no_workspace: { status: 403, message: 'This account belongs to no workspace.', retryable: false },
  confirm_email_first: {
    status: 403,
    message: 'Confirm your email address first.',
    retryable: false,
  },
  last_owner: {
    status: 409,
    message: 'A workspace needs an owner. Make somebody else an owner first.',
    retryable: false,
  },
  paid_plan_runs: {
    status: 409,
    message: 'A paid plan renews by itself. Cancel the plan first, then delete the account.',
    retryable: false,
  },
  workspace_already_started: {
    status: 409,
    message: 'You already started a workspace of your own. Each person can start one.',
    retryable: false,
  },
  already_member: { status: 409, message: 'This person is a member already.', retryable: false },
  already_invited: {
    status: 409,
    message: 'An invitation to this address is open already. You can send it again.',
    retryable: false,
  },
  invitation_not_found: {
    status: 404,
    message: 'This link leads to no invitation. A later mail may have taken its place.',
    retryable: false,
  },
  /** `details`: state, one of accepted, declined, withdrawn, expired. */
  invitation_ended: { status: 410, message: 'This invitation is no longer open.', retryable: false },
  invitation_of_another: {
    status: 403,
    message: 'This invitation is for another address than that of your account.',
    retryable: false,
  },
  not_approver: {
    status: 403,
    message: 'The approval policy of this alert wants somebody else to decide.',
    retryable: false,
  },
  not_together: {
    status: 409,
    message: 'The approval policy of this alert wants it decided by itself. Open it, then decide.',
    retryable: false,
  },
  sample_judged: {
    status: 409,
    message: 'Someone else already checked this alert.',
    retryable: false,
  },
  /** `details`: state, what the alert is now. */
  alert_not_waiting: {
    status: 409,
    message: 'This alert isn’t waiting for a review anymore.',
    retryable: false,
  },
  /** `details`: state, what the alert is now. */
  alert_not_planned: {
    status: 409,
    message: 'This alert isn’t planned anymore.',
    retryable: false,
  },
  /** `details`: state, what the alert is now. */
  price_moved: {
    status: 409,
    message: 'The price has moved since this was written. Look at it again, then approve it.',
    retryable: false,
  },
  /** `details`: revision, the hash of the newest. */
  revision_changed: {
    status: 409,
    message: 'The content has changed since you opened it. Review it again, then decide.',
    retryable: false,
  },
  trial_run_limit: {
    status: 429,
    message: 'Ten trial runs an hour are the limit. Try again later.',
    retryable: true,
  },
  /** `details`: plan, since. What is a person's own, and what leads out of it, stays open. */
  workspace_read_only: {
    status: 402,
    message:
      'This workspace is read-only: its plan has ended. An owner can choose a plan under Plans to go on.',
    retryable: false,
  },
  /** Told by its content, not by its name. */
  document_type: {
    status: 415,
    message: 'A file of this type cannot be kept.',
    retryable: false,
  },
  document_empty: { status: 422, message: 'The file is empty.', retryable: false },
  document_too_large: { status: 413, message: 'The file is too large.', retryable: false },
  range_not_satisfiable: { status: 416, message: 'The file has no such part.', retryable: false },
  picture_not_drawn: { status: 503, message: 'The picture couldn’t be drawn.', retryable: true },
  upload_broken: {
    status: 400,
    message: 'The upload broke off before its end. Nothing of it was kept.',
    retryable: true,
  },
  too_many_rows_lost: {
    status: 422,
    message: 'More than a tenth of the file’s rows cannot be believed.',
    retryable: false,
  },
  too_many_uploads: {
    status: 429,
    message: 'Too many uploads of this workspace at once. Try again when one has ended.',
    retryable: true,
  },
  /** `details`: contact, its id. */
  contact_exists: { status: 409, message: 'Another contact has this address.', retryable: false },
  /** `details`: rules, their names. */
  audience_in_use: { status: 409, message: 'Rules send to this audience.', retryable: false },
  /** `details`: field, the one to enter anew, where it is known. */
  connection_refused: {
    status: 422,
    message: 'This doesn’t work yet. Check what you entered.',
    retryable: false,
  },
  version_conflict: {
    status: 409,
    message: 'Somebody saved another version meanwhile. Reload it, then make your changes again.',
    retryable: false,
  },
  in_use: { status: 409, message: 'Something else uses this. Remove it there first.', retryable: false },
  name_taken: { status: 409, message: 'Something else has this name already.', retryable: false },
  folder_not_empty: {
    status: 409,
    message: 'The folder is not empty. Ask for its contents to be deleted as well.',
    retryable: false,
  },
  folder_limit: { status: 422, message: 'There cannot be more folders.', retryable: false },
  link_limit: { status: 422, message: 'There cannot be more links.', retryable: false },
  /** `details`: limit, used, allowed, plan, lifted_by (src/shared/plan-limit.ts). */
  plan_limit: { status: 402, message: 'The workspace’s plan does not include this.', retryable: false },
  same_plan: { status: 409, message: 'This is what the workspace pays for already.', retryable: false },
  no_paid_plan: { status: 409, message: 'There is no paid plan that runs.', retryable: false },
  plan_change_running: {
    status: 409,
    message: 'Another change of the plan is on its way. Try again in a moment.',
    retryable: true,
  },
  payments_off: {
    status: 409,
    message: 'Payments are not set up here. Write to sales to begin a plan.',
    retryable: false,
  },
  payment_provider_failed: {
    status: 502,
    message: 'The payment provider did not answer. Nothing was changed or charged; try again shortly.',
    retryable: true,
  },
  payment_event_refused: {
    status: 400,
    message: 'The event is not signed as it should be.',
    retryable: false,
  },
  mail_report_refused: {
    status: 401,
    message: 'The call is not signed as the provider signs, or is too old.',
    retryable: false,
  },
  provider_call_refused: {
    status: 401,
    message: 'The call is not signed as the provider signs, or is too old.',
    retryable: false,
  },
  /** On the wire session_not_found, with the status of a refused refresh. */
  session_gone: { status: 400, message: 'Invalid Refresh Token: Session Not Found', retryable: false },
  /** On the wire user_banned, with the status of a refused sign-in. */
  user_banned_sign_in: { status: 400, message: 'User is banned', retryable: false },
  over_capacity: {
    status: 503,
    message: 'Too many sign-ins at this moment. Try again shortly.',
    retryable: true,
  },
  signup_disabled: { status: 422, message: 'Signups not allowed for this instance', retryable: false },
  email_provider_disabled: { status: 400, message: 'Email logins are disabled', retryable: false },
  over_email_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this after 60 seconds.',
    retryable: true,
  },
  user_banned: { status: 403, message: 'User is banned', retryable: false },
  /** On the wire bad_jwt, with the status of a malformed request. */
  bad_jwt_subject: {
    status: 400,
    message: 'invalid claim: sub claim must be a UUID',
    retryable: false,
  },
  /** On the wire phone_provider_disabled, with the status of a refused sign-in. */
  phone_sign_in_disabled: { status: 422, message: 'Phone sign-ins are disabled', retryable: false },
  /** On the wire validation_failed, with the status of what is not there. */
  malformed_id: { status: 404, message: 'The id must be a UUID', retryable: false },
  not_admin: { status: 403, message: 'User not allowed', retryable: false },
  otp_disabled: { status: 422, message: 'Signing in by a mailed link is switched off', retryable: false },
  feature_disabled: { status: 404, message: 'This is switched off here', retryable: false },
  provider_disabled: { status: 400, message: 'Provider is not enabled', retryable: false },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled', retryable: false },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled', retryable: false },
  passkey_disabled: { status: 404, message: 'Passkeys are disabled', retryable: false },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled', retryable: false },
  flow_state_not_found: {
    status: 404,
    message: 'invalid flow state, no valid flow state found',
    retryable: false,
  },
  mfa_factor_not_found: { status: 404, message: 'Factor not found', retryable: false },
  mfa_totp_enroll_not_enabled: {
    status: 422,
    message: 'MFA enroll is disabled for TOTP',
    retryable: false,
  },
  mfa_phone_enroll_not_enabled: {
    status: 422,
    message: 'MFA enroll is disabled for Phone',
    retryable: false,
  },
  mfa_webauthn_enroll_not_enabled: {
    status: 422,
    message: 'MFA enroll is disabled for WebAuthn',
    retryable: false,
  },
  email_exists: {
    status: 422,
    message: 'A user with this email address has already been registered',
    retryable: false,
  },
  /** On the wire email_not_confirmed, with the status of a refused reauthentication. */
  email_not_confirmed_yet: { status: 422, message: 'Email not confirmed', retryable: false },
  same_password: {
    status: 422,
    message: 'New password should be different from the old password.',
    retryable: false,
  },
  reauthentication_needed: {
    status: 400,
    message: 'Password update requires reauthentication',
    retryable: false,
  },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid', retryable: false },
  current_password_invalid: { status: 400, message: 'Current password is not valid', retryable: false },
  flow_state_expired: {
    status: 422,
    message: 'invalid flow state, flow state has expired',
    retryable: false,
  },
  bad_code_verifier: {
    status: 400,
    message: 'code challenge does not match previously saved code verifier',
    retryable: false,
  },
  insufficient_aal: {
    status: 403,
    message: 'Enter the code of your authenticator app first.',
    retryable: false,
  },
  /** On the wire insufficient_aal, with the status of a refused change of the account. */
  insufficient_aal_update: {
    status: 401,
    message: 'AAL2 session is required to change the account when MFA is enabled.',
    retryable: false,
  },
  /** On the wire insufficient_aal, with the status of a refused removal, of a factor or of other sessions. */
  insufficient_aal_unenrol: {
    status: 422,
    message: 'AAL2 required to unenroll verified factor',
    retryable: false,
  },
  /** On the wire mfa_factor_not_found, with the status of what a body names. */
  mfa_challenge_not_found: {
    status: 422,
    message: 'MFA factor with the provided challenge ID not found',
    retryable: false,
  },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'A factor with this friendly name already exists for this user',
    retryable: false,
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
    retryable: false,
  },
  mfa_challenge_expired: {
    status: 422,
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
    retryable: false,
  },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered', retryable: false },
  recovery_code_not_valid: {
    status: 422,
    message: 'This recovery code is not right, or was used before.',
    retryable: false,
  },
  mfa_ip_address_mismatch: {
    status: 422,
    message: 'Challenge and verify IP addresses mismatch.',
    retryable: false,
  },
  /** On the wire user_not_found, with the status of what an administrator names. */
  no_such_user: { status: 404, message: 'User not found', retryable: false },
  /** Deleting an account and taking its data out: with the password, or soon after signing in. */
  recent_sign_in_needed: {
    status: 403,
    message: 'Sign in again, or give your password, to do this.',
    retryable: false,
  },
  unexpected_failure: { status: 500, message: 'Something went wrong on our side.', retryable: true },
  database_unavailable: {
    status: 503,
    message: 'The database can’t be reached right now. Try again in a few seconds.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    message: 'The service is starting or stopping. Try again shortly.',
    retryable: true,
  },
} as const satisfies Record<string, { status: number; message: string; retryable: boolean }>;

export type ErrorCode = keyof typeof ERRORS;

/** A refusal with a stable code. `message` is for people; `details` is data that the adapter may show (never secrets). */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    code: ErrorCode,
    message?: string,
    options?: { cause?: unknown; details?: Record<string, unknown> },
  ) {
    super(
      message ?? ERRORS[code].message,
      options?.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'AppError';
    this.code = code;
    this.details = options?.details;
  }
}
