import type { AuthError } from '@supabase/auth-js';
import * as z from 'zod/mini';
import { authClient } from '#src/web/auth/client.ts';

/** `now`: it has just been mailed. `before`: no other can be mailed yet, and one of the last day may lie there. */
export type MailedCode = 'now' | 'before';

const userSchema = z.object({ reauthentication_sent_at: z.optional(z.string()) });
const GOOD_FOR_MS = 24 * 3_600_000;

/** Whether a code that was mailed then (null: none was) can still be good. Times as ISO text, `now` in ms. */
export function mayBeGood(sentAt: string | undefined, now: number): boolean {
  return sentAt !== undefined && now - Date.parse(sentAt) < GOOD_FOR_MS;
}

/**
 * Mails the code that a long session owes. Where it is not mailed, `error` says why, and `code` is null unless there is
 * an earlier one.
 */
export async function mailCode(): Promise<{ code: MailedCode | null; error: AuthError | null }> {
  const { error } = await authClient().reauthenticate();
  if (!error) return { code: 'now', error };
  if (error.code !== 'over_email_send_rate_limit') return { code: null, error };
  const { data } = await authClient().getUser();
  const user = userSchema.safeParse(data.user).data;
  return { code: mayBeGood(user?.reauthentication_sent_at, Date.now()) ? 'before' : null, error };
}
