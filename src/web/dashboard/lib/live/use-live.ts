import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { afterFirstView } from '#src/web/auth/first-view.ts';
import { insist } from '#src/web/ui/insist.ts';

/**
 * Keeps what is on the screen fresh: a hint makes the queries under its topic fetch again. What listens is loaded behind
 * the first view; what happened meanwhile is fetched when the stream opens.
 */
export function useLive(userId: string, workspaceId: string | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (workspaceId === undefined) return;
    const here = new AbortController();
    let end = (): void => undefined;
    void (async () => {
      await afterFirstView();
      const loaded = await insist(() => import('./start-live.ts'), here.signal);
      if (loaded === null || here.signal.aborted) return;
      end = loaded.startLive({ userId, workspaceId }, (topic) => {
        void queries.invalidateQueries(topic === 'resync' ? {} : { queryKey: [topic] });
      });
    })();
    return () => {
      here.abort();
      end();
    };
  }, [userId, workspaceId, queries]);
}
