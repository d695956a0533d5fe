/**
 * The one table of error codes. Everything that refuses a request does so with one of these; the auth,
 * REST and problem+json answers are adapters over it. A code never changes its meaning once released.
 */
export const ERRORS = {
  validation_failed: { status: 400, message: 'The request is invalid.', retryable: false },
  bad_json: { status: 400, message: 'The body isn’t valid JSON.', retryable: false },
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
  not_found: { status: 404, message: 'Not found.', retryable: false },
  forbidden: { status: 403, message: 'Your role doesn’t allow this.', retryable: false },
  alert_not_followed: {
    status: 409,
    message: 'Only an alert that was sent can be updated or corrected.',
    retryable: false,
  },
  delivery_superseded: {
    status: 409,
    message: 'This alert was updated or corrected since, so its earlier version can’t be sent again.',
    retryable: false,
  },
  ledger_held: {
    status: 409,
    message: 'A legal hold covers all entries old enough to prune. Nothing was pruned.',
    retryable: false,
  },
  case_file_too_large: {
    status: 422,
    message: 'That’s too much for one case file. Choose a shorter period.',
    retryable: false,
  },
  search_too_large: {
    status: 422,
    message: 'This search has too many results for one file. Choose a shorter period, a symbol or a brand.',
    retryable: false,
  },
  hold_lifted: { status: 409, message: 'This hold has already been lifted.', retryable: false },
  feed_unreachable: { status: 503, message: 'The exchange can’t be reached.', retryable: true },
  feed_full: {
    status: 409,
    message: 'This feed has reached its limit of watched symbols.',
    retryable: false,
  },
  /** Of a program: what a person alone may do, or what no program may. */
  session_only: {
    status: 403,
    message: 'API keys can’t do this. Sign in instead.',
    retryable: false,
  },
  invalid_api_key: {
    status: 401,
    message: 'This API key is invalid. Check that you copied all of it.',
    retryable: false,
  },
  api_key_revoked: { status: 401, message: 'This API key was revoked.', retryable: false },
  api_key_expired: { status: 401, message: 'This API key has expired.', retryable: false },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still in progress.',
    retryable: true,
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new one.',
    retryable: false,
  },
  idempotency_answer_not_kept: {
    status: 409,
    message: 'This request was already completed. Its response contained a secret and isn’t stored.',
    retryable: false,
  },
  too_many_keys: {
    status: 422,
    message: 'This workspace has reached its limit of API keys. Revoke one to create another.',
    retryable: false,
  },
  api_not_in_plan: {
    status: 403,
    message: 'Your plan doesn’t include API access. Your keys are kept, and work again with Professional.',
    retryable: false,
  },
  key_scope_missing: {
    status: 403,
    message: 'This API key doesn’t have the scope for this.',
    retryable: false,
  },
  demo_read_only: {
    status: 403,
    message: 'The demo is read-only.',
    retryable: false,
  },
  demo_no_prices: {
    status: 403,
    message: 'Prices of this symbol are licensed, so the demo doesn’t show them.',
    retryable: false,
  },
  demo_off: { status: 404, message: 'There is no demo on this server.', retryable: false },
  demo_ended: {
    status: 401,
    message: 'Your demo session has expired. Open the demo again.',
    retryable: true,
  },
  workspace_not_found: {
    status: 404,
    message: 'This workspace doesn’t exist, or you aren’t a member of it.',
    retryable: false,
  },
  second_factor_needed: {
    status: 403,
    message: 'Operators need two-factor authentication. Turn it on in Settings.',
    retryable: false,
  },
  paid_by_provider: {
    status: 409,
    message: 'This workspace pays through a payment provider. Cancel that subscription first.',
    retryable: false,
  },
  no_workspace: { status: 403, message: 'This account isn’t a member of any workspace.', retryable: false },
  confirm_email_first: {
    status: 403,
    message: 'Confirm your email address first.',
    retryable: false,
  },
  last_owner: {
    status: 409,
    message: 'A workspace needs an owner. Make another member an owner first.',
    retryable: false,
  },
  paid_plan_runs: {
    status: 409,
    message: 'Your paid plan renews automatically. Cancel it first, then delete the account.',
    retryable: false,
  },
  workspace_already_started: {
    status: 409,
    message: 'You already have your own workspace. Each person can start one.',
    retryable: false,
  },
  already_member: { status: 409, message: 'This person is already a member.', retryable: false },
  already_invited: {
    status: 409,
    message: 'This address already has an open invitation. You can send it again.',
    retryable: false,
  },
  invitation_not_found: {
    status: 404,
    message: 'This invitation link is invalid. A newer email may have replaced it.',
    retryable: false,
  },
  /** `details`: state, one of accepted, declined, withdrawn, expired. */
  invitation_ended: { status: 410, message: 'This invitation is no longer open.', retryable: false },
  invitation_of_another: {
    status: 403,
    message: 'This invitation is for a different email address than your account’s.',
    retryable: false,
  },
  not_approver: {
    status: 403,
    message: 'Under this alert’s approval policy, someone else has to decide.',
    retryable: false,
  },
  not_together: {
    status: 409,
    message:
      'Under its approval policy, this alert can’t be decided together with others. Open it, then decide.',
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
  /** Its bytes don't give its hash. */
  alert_damaged: {
    status: 409,
    message:
      'The stored text of this alert isn’t what was written, so it can’t be edited or approved. You can reject it.',
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
    message: 'You’ve reached the limit of ten trial runs per hour. Try again later.',
    retryable: true,
  },
  /** `details`: plan, since. What is a person's own, and what leads out of it, stays open. */
  workspace_read_only: {
    status: 402,
    message:
      'This workspace is read-only: its plan has ended. To continue, an owner can choose a plan under Plans.',
    retryable: false,
  },
  /** Told by its content, not by its name. */
  document_type: {
    status: 415,
    message: 'Files of this type aren’t supported.',
    retryable: false,
  },
  document_empty: { status: 422, message: 'The file is empty.', retryable: false },
  document_too_large: { status: 413, message: 'The file is too large.', retryable: false },
  range_not_satisfiable: { status: 416, message: 'The file doesn’t have this range.', retryable: false },
  picture_not_drawn: { status: 503, message: 'The picture couldn’t be drawn.', retryable: true },
  upload_broken: {
    status: 400,
    message: 'The upload was interrupted. Nothing was stored. Try again.',
    retryable: true,
  },
  too_many_rows_lost: {
    status: 422,
    message: 'More than 10% of the file’s rows would be quarantined.',
    retryable: false,
  },
  too_many_uploads: {
    status: 429,
    message: 'Too many uploads at once. Try again when one has finished.',
    retryable: true,
  },
  /** `details`: contact, its id. */
  contact_exists: { status: 409, message: 'Another contact has this address.', retryable: false },
  /** `details`: rules, their names. */
  audience_in_use: { status: 409, message: 'Rules use this audience. Change them first.', retryable: false },
  /** `details`: field, the one to enter anew, where it is known. */
  connection_refused: {
    status: 422,
    message: 'This doesn’t work yet. Check what you entered.',
    retryable: false,
  },
  version_conflict: {
    status: 409,
    message: 'Someone saved a newer version. Reload it, then make your changes again.',
    retryable: false,
  },
  in_use: { status: 409, message: 'Something else uses this. Remove it there first.', retryable: false },
  name_taken: { status: 409, message: 'Something else has this name already.', retryable: false },
  folder_not_empty: {
    status: 409,
    message: 'The folder isn’t empty. Delete its contents too, or move them first.',
    retryable: false,
  },
  folder_limit: { status: 422, message: 'You’ve reached the limit of folders.', retryable: false },
  link_limit: { status: 422, message: 'You’ve reached the limit of links.', retryable: false },
  /** `details`: limit, used, allowed, plan, lifted_by (src/shared/plan-limit.ts). */
  plan_limit: { status: 402, message: 'Your plan doesn’t include this.', retryable: false },
  same_plan: { status: 409, message: 'The workspace already has this plan.', retryable: false },
  no_paid_plan: { status: 409, message: 'There is no active paid plan.', retryable: false },
  plan_change_running: {
    status: 409,
    message: 'Another plan change is in progress. Try again in a moment.',
    retryable: true,
  },
  payments_off: {
    status: 409,
    message: 'Payments aren’t set up on this installation. Contact sales to start a plan.',
    retryable: false,
  },
  payment_provider_failed: {
    status: 502,
    message: 'The payment provider didn’t answer. Nothing was changed or charged. Try again shortly.',
    retryable: true,
  },
  payment_event_refused: {
    status: 400,
    message: 'The event’s signature is invalid.',
    retryable: false,
  },
  mail_report_refused: {
    status: 401,
    message: 'The call’s signature is invalid, or it’s too old.',
    retryable: false,
  },
  provider_call_refused: {
    status: 401,
    message: 'The call’s signature is invalid, or it’s too old.',
    retryable: false,
  },
  /** On the wire session_not_found, with the status of a refused refresh. */
  session_gone: { status: 400, message: 'Invalid Refresh Token: Session Not Found', retryable: false },
  /** On the wire user_banned, with the status of a refused sign-in. */
  user_banned_sign_in: { status: 400, message: 'User is banned', retryable: false },
  over_capacity: {
    status: 503,
    message: 'Too many sign-ins right now. Try again shortly.',
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
  otp_disabled: { status: 422, message: 'Email link sign-in is disabled', retryable: false },
  feature_disabled: { status: 404, message: 'This is disabled', retryable: false },
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
    message: 'Enter the code from your authenticator app first.',
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
    message: 'This recovery code is wrong or was already used.',
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
