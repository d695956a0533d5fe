import { createClient, isAuthApiError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError, type ErrorCode, ERRORS } from '#src/shared/errors.ts';
import { authErrorAnswer } from './errors.ts';

/** What the published client makes of an answer. */
async function asSeenByTheClient(code: ErrorCode) {
  const app = new Hono().all('*', (c) => authErrorAnswer(c, new AppError(code)));
  const client = createClient('http://localhost:3000', 'sb_publishable_x', {
    auth: { autoRefreshToken: false, persistSession: false },
    global: { fetch: async (input, init) => app.request(String(input), init) },
  });
  const { error } = await client.auth.signInWithPassword({ email: 'a@traders.example', password: 'x' });
  return error!;
}

it.each(['over_capacity', 'unavailable', 'unexpected_failure'] as const)(
  '%s is something that the client tries again',
  async (code) => {
    const error = await asSeenByTheClient(code);
    expect(isAuthRetryableFetchError(error)).toBe(true);
    expect(error).toMatchObject({ status: ERRORS[code].status, message: ERRORS[code].message });
  },
);

it.each([
  ['over_request_rate_limit', 429, 'over_request_rate_limit'],
  ['user_banned_sign_in', 400, 'user_banned'],
  ['phone_sign_in_disabled', 422, 'phone_provider_disabled'],
  ['malformed_id', 404, 'validation_failed'],
] as const)('%s is final, %i %s', async (code, status, seen) => {
  const error = await asSeenByTheClient(code);
  expect(isAuthApiError(error)).toBe(true);
  expect(error).toMatchObject({ status, code: seen, message: ERRORS[code].message });
});
