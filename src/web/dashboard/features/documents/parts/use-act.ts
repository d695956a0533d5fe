import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#src/web/dashboard/lib/api.ts';
import { toast } from '#src/web/ui/toast/store.ts';

/**
 * One act at a time; afterwards everything of the documents is fetched again. A refusal becomes a toast with `failure`
 * as its title, or goes to `onRefused`. `run` answers whether the act was done.
 */
export function useAct() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function run(
    act: () => Promise<unknown>,
    refused: { failure: string } | { onRefused: (error: ApiError) => void },
  ): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ('onRefused' in refused) refused.onRefused(error);
      else toast({ title: refused.failure, description: error.message, variant: 'destructive' });
      return false;
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['documents'] });
    }
  }
  return { busy, run };
}
