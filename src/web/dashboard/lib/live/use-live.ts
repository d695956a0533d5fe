import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startLive } from './start-live.ts';

/** Keeps what is on the screen fresh: a hint makes the queries under its topic fetch again. */
export function useLive(userId: string, workspaceId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (workspaceId === undefined) return;
    return startLive({ userId, workspaceId }, (topic) => {
      void queries.invalidateQueries(topic === 'resync' ? {} : { queryKey: [topic] });
    });
  }, [userId, workspaceId, queries]);
}
