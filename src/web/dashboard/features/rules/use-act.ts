import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#src/web/dashboard/lib/api.ts';
import { toast } from '#src/web/ui/toast/store.ts';

/** One act at a time; afterwards all of the rules is fetched again. A refusal becomes a toast with `failure` as its title. */
export function useAct() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function run<T>(act: () => Promise<T>, failure: string): Promise<T | null> {
    if (busy) return null;
    setBusy(true);
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: failure, description: error.message, variant: 'destructive' });
      return null;
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['rules'] });
    }
  }
  return { busy, run };
}
