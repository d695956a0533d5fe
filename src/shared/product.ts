/** Constants of the product specification that server and browser share. */
export const TRIAL_DAYS = 14;
/** After a trial, or a payment that failed, a workspace goes on for so long before it becomes read-only. */
export const GRACE_DAYS = 7;
export const PASSWORD_MIN_LENGTH = 6;
/** The key that the site and any browser program name themselves with. It grants nothing and is no secret. */
export const PUBLIC_KEY = 'sb_publishable_bellwire';
/** Access tokens live 15 minutes (seconds). */
export const ACCESS_TOKEN_SECONDS = 900;
/** The accent of a brand that has chosen none: brass. */
export const DEFAULT_BRAND_COLOR = '#8a6116';
export const DISCLAIMER =
  'For information only. This is not investment advice, and past market moves say nothing certain about future ones.';
