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
  no_workspace: { status: 403, message: 'This account belongs to no workspace.', retryable: false },
  trial_run_limit: {
    status: 429,
    message: 'Ten trial runs an hour are the limit. Try again later.',
    retryable: true,
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
  unexpected_failure: { status: 500, message: 'Something went wrong on our side.', retryable: true },
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
