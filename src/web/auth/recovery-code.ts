import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js';
import * as z from 'zod/mini';
import { PUBLIC_KEY } from '#src/shared/product.ts';
import { authClient } from './client.ts';

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
const refusalSchema = z.object({ code: z.string(), message: z.string() });

/**
 * Raises the session of this browser with a recovery code. The published client knows no such codes: it is only given
 * the raised session. @throws an error of the auth client's own kind
 */
export async function enterRecoveryCode(code: string): Promise<void> {
  const { data } = await authClient().getSession();
  if (data.session === null) return;
  const answer = await fetch('/auth/v1/recovery-codes/use', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: PUBLIC_KEY,
      authorization: `Bearer ${data.session.access_token}`,
      'x-supabase-api-version': '2024-01-01',
    },
    body: JSON.stringify({ code }),
  }).catch(() => null);
  const body: unknown = await answer?.json().catch(() => null);
  const raised = sessionSchema.safeParse(body);
  if (answer?.ok && raised.success) {
    const { error } = await authClient().setSession(raised.data);
    if (error) throw error;
    return;
  }
  const refusal = refusalSchema.safeParse(body);
  if (!refusal.success) throw new AuthRetryableFetchError('', answer?.status ?? 0);
  throw new AuthApiError(refusal.data.message, answer?.status ?? 0, refusal.data.code);
}
