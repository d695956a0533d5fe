import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#src/web/ui/toast/store.ts';
import { ApiError } from '#src/web/lib/api/api.ts';

export type Refused = { failure: string } | { onRefused: (error: ApiError) => void };

/**
 * One act at a time; afterwards all that is kept under `key` is fetched again. A refusal becomes a toast with `failure`
 * as its title, or goes to `onRefused`. `run` answers with what was done, null where it was not.
 */
export function useActOn(key: string) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function run<T>(act: () => Promise<T>, refused: Refused): Promise<{ done: T } | null> {
    if (busy) return null;
    setBusy(true);
    try {
      return { done: await act() };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if ('onRefused' in refused) refused.onRefused(error);
      else toast({ title: refused.failure, description: error.message, variant: 'destructive' });
      return null;
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: [key] });
    }
  }
  return { busy, run };
}

/** As `useActOn`, for acts that make something: `run` answers with it, null where it was refused. */
export function useMakeOn(key: string) {
  const { busy, run } = useActOn(key);
  return {
    busy,
    run: async <T>(act: () => Promise<T>, failure: string): Promise<T | null> =>
      (await run(act, { failure }))?.done ?? null,
  };
}
