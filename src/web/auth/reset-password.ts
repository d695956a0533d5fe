import type { Session } from '@supabase/auth-js';
import { authClient } from './client.ts';
import { needsCode } from './second-factor.ts';
import { forgetWeakness } from './weak-password.ts';

/** Spends the mailed token, which opens a session. @throws the client's error, `otp_expired` for a link that is spent */
async function redeemRecovery(tokenHash: string): Promise<Session | null> {
  const { data, error } = await authClient().verifyOtp({ token_hash: tokenHash, type: 'recovery' });
  if (error) throw error;
  return data.session;
}

/** Sets the password of the signed-in user, which ends their other sessions. @throws the client's error */
export async function setPassword(password: string): Promise<void> {
  const { error } = await authClient().updateUser({ password });
  if (error) throw error;
  forgetWeakness();
}

/**
 * The way from a mailed link to a new password, in steps that are each done once: what has succeeded is not
 * repeated when a later step is refused (a spent link cannot be spent again). Answers `code` when the account
 * has a second factor and its code is owed before the password may change. @throws the client's error
 */
export async function resetPassword(
  progress: { tokenHash: string | null },
  password: string,
  current: () => Promise<Session | null>,
): Promise<'code' | 'done'> {
  if (progress.tokenHash !== null) {
    await redeemRecovery(progress.tokenHash);
    progress.tokenHash = null;
  }
  if (needsCode(await current())) return 'code';
  await setPassword(password);
  return 'done';
}
