/**
 * The channel that account addresses belong to: people sign in and readers sign up with addresses of it. No other
 * channel's kind stands outside its folder (src/engine/channels/one-folder.test.ts).
 */
export const ACCOUNT_CHANNEL = 'email';
