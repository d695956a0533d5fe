import { isAuthError } from '@supabase/auth-js';
import { useState } from 'react';
import { authErrorText } from '#src/web/auth/messages.ts';
import { ApiError } from '#src/web/lib/api/api.ts';
import { toast } from '#src/web/ui/toast/store.ts';

/**
 * Runs one act at a time; a refusal of the account service or the API becomes a toast with `failure` as its title.
 * `run` answers whether the act was done.
 */
export function useAct(failure: string): {
  busy: boolean;
  run: (act: () => Promise<void>) => Promise<boolean>;
} {
  const [busy, setBusy] = useState(false);
  async function run(act: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      if (!isAuthError(error) && !(error instanceof ApiError)) throw error;
      const description = isAuthError(error) ? authErrorText(error) : error.message;
      toast({ title: failure, description, variant: 'destructive' });
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
