import { useMutation, useQueryClient } from '@tanstack/react-query';
import { authorizedFetch } from '#src/web/lib/api/api.ts';
import { toast } from '#src/web/ui/toast/store.ts';
import { operatorPath } from './queries.ts';

export type Act = {
  path: string;
  method?: 'POST' | 'DELETE';
  body?: unknown;
  done?: string;
  after?: () => void;
};

/** Does one thing and shows what has become of it; a refusal is a toast with `failure` as its title. */
export function useAct(failure: string): { act: (what: Act) => void; busy: string | null } {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ path, method = 'POST', body }: Act) =>
      authorizedFetch(operatorPath(path), {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    onSuccess: (_answer, { done, after }) => {
      if (done !== undefined) toast({ title: done });
      after?.();
    },
    onError: (error) => toast({ title: failure, description: error.message, variant: 'destructive' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  return { act: (what) => mutate(what), busy: isPending ? variables.path : null };
}
