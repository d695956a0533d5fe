/** The header that makes a retry safe: a request with the same key is carried out once. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** The keys that are accepted. */
export const IDEMPOTENCY_KEY = /^[\u0021-\u007e]{1,255}$/;
/** How long an answer is stored. */
export const IDEMPOTENCY_HOURS = 24;
/** A request without an answer after this died with its server: a retry may take it over. */
export const CLAIM_LAPSES_SECONDS = 60;
