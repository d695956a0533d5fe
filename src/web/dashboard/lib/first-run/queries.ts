import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type FirstRun, type FirstRunChange, firstRunSchema } from '#src/shared/first-run.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { apiGet, authorizedFetch } from '#src/web/lib/api/api.ts';

/** The user's progress with the workspace. An alert that comes in may complete a step. */
export const firstRunQuery = queryOptions({
  queryKey: ['alerts', 'first-run'],
  queryFn: ({ signal }) => apiGet('/api/v1/first-run', firstRunSchema, signal),
});

async function change(body: FirstRunChange): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  await authorizedFetch('/api/v1/first-run', { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Hides the steps, or shows them again: on the screen at once, and put back when the server refuses. */
export function useDismissFirstRun() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (dismissed: boolean) => change({ dismissed }),
    onMutate: async (dismissed) => {
      await queries.cancelQueries(firstRunQuery);
      queries.setQueryData(
        firstRunQuery.queryKey,
        (was: FirstRun | undefined) => was && { ...was, dismissed },
      );
    },
    onSettled: () => queries.invalidateQueries(firstRunQuery),
  });
}

/** Notes that an alert has been looked at, the first time one is on the screen. */
export function useLookedAt(shown: boolean): void {
  const queries = useQueryClient();
  const wanted = shown && readOnlyReason() === null;
  const { data } = useQuery({ ...firstRunQuery, enabled: wanted });
  const missing = wanted && data !== undefined && !data.done.includes('look');
  useEffect(() => {
    if (!missing) return;
    // A convenience only: the next alert that is opened reports it again.
    change({ looked: true }).then(
      () => queries.invalidateQueries(firstRunQuery),
      () => undefined,
    );
  }, [missing, queries]);
}
