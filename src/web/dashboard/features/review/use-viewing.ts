import { useEffect } from 'react';
import { VIEWING } from '#src/shared/review.ts';
import { authorizedFetch } from '#src/web/lib/api/api.ts';

/** Tells the others that this alert is open, for as long as its window is in sight. Nobody waits for it to succeed. */
export function useViewing(id: string, isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    const tell = (method: 'POST' | 'DELETE'): void => {
      // It goes out even if the window is closing.
      authorizedFetch(`/api/v1/alerts/${id}/viewing`, { method, keepalive: true }).catch(() => undefined);
    };
    const begin = (): void => {
      clearInterval(timer);
      tell('POST');
      timer = setInterval(() => tell('POST'), VIEWING.beatMs);
    };
    const end = (): void => {
      if (timer === undefined) return;
      clearInterval(timer);
      timer = undefined;
      tell('DELETE');
    };
    const follow = (): void => (document.visibilityState === 'visible' ? begin() : end());
    follow();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', end);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', end);
      end();
    };
  }, [id, isWaiting]);
}
