import { authClient } from './client.ts';

/** Sends a link to choose a new password by email, if the address is known; the answer is the same if it is not. @throws the client's error */
export async function sendRecovery(email: string): Promise<void> {
  const redirectTo = `${location.origin}/reset-password`;
  const { error } = await authClient().resetPasswordForEmail(email, { redirectTo });
  if (error) throw error;
}
