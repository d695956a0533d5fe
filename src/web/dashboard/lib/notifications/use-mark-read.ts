import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#src/web/ui/toast/store.ts';
import { readOnlyReason } from '#src/web/lib/api/access.ts';
import { markRead, markShown } from './queries.ts';

/** Marks one notification as read, or all (null): on the screen at once, and put back when the server refuses. */
export function useMarkRead(): (id: string | null) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: markRead,
    onMutate: async (id: string | null) => {
      // An answer that is on its way would undo what is shown.
      await queries.cancelQueries({ queryKey: ['notifications'] });
      return { undo: markShown(queries, id, new Date().toISOString()) };
    },
    onError: (error, _id, context) => {
      context?.undo();
      toast({ title: 'Not marked as read', description: error.message, variant: 'destructive' });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications'] }),
  });
  // Reading in the demo marks nothing as read.
  return readOnlyReason() === null ? mutate : () => undefined;
}
