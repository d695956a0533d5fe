import { useState } from 'react';
import { toast } from '#src/web/ui/toast/store.ts';
import { authClient } from './client.ts';
import { authErrorText, MAIL_SENT } from './messages.ts';

/** Mails the confirmation link of an address again, and says in a toast how that went. `resend` answers whether it went. */
export function useResend(): { busy: boolean; resend: (email: string) => Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  async function resend(email: string): Promise<boolean> {
    setBusy(true);
    const { error } = await authClient().resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: `${location.origin}/dashboard` },
    });
    setBusy(false);
    toast(
      error
        ? { title: 'The mail was not sent', description: authErrorText(error), variant: 'destructive' }
        : MAIL_SENT,
    );
    return !error;
  }
  return { busy, resend };
}
