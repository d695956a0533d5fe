import { useState } from 'react';
import { toast, type ToastContent } from '#src/web/ui/toast/store.ts';
import { loadAuthClient } from './load-client.ts';
import { authErrorText } from './messages.ts';

/**
 * Sends the confirmation link of an address again, with the result in a toast; `done` where it wasn't rejected.
 * `resend` answers whether it was not.
 */
export function useResend(done: ToastContent): {
  busy: boolean;
  resend: (email: string) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  async function resend(email: string): Promise<boolean> {
    setBusy(true);
    const options = { emailRedirectTo: `${location.origin}/dashboard` };
    const { error } = await loadAuthClient().then(
      (client) => client.resend({ type: 'signup', email, options }),
      (error: Error) => ({ error }),
    );
    setBusy(false);
    toast(
      error
        ? { title: 'The email wasn’t sent', description: authErrorText(error), variant: 'destructive' }
        : done,
    );
    return !error;
  }
  return { busy, resend };
}
