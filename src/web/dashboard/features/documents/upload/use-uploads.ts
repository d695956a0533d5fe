import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { sendFile } from './send.ts';
import { createUploads, type Uploads } from './uploads.ts';

const byClient = new WeakMap<QueryClient, Uploads>();

/** One list for a tab: it outlives the screens. */
function uploadsOf(queries: QueryClient): Uploads {
  const known = byClient.get(queries);
  if (known) return known;
  const made = createUploads(sendFile, () => void queries.invalidateQueries({ queryKey: ['documents'] }));
  byClient.set(queries, made);
  return made;
}

/** The uploads of this tab, whichever screen has started them. */
export function useUploads() {
  const uploads = uploadsOf(useQueryClient());
  const all = useSyncExternalStore(uploads.subscribe, uploads.get);
  const busy = all.some(({ state }) => state === 'sending' || state === 'waiting');
  useEffect(() => {
    window.addEventListener('online', uploads.retryUnreached);
    return () => window.removeEventListener('online', uploads.retryUnreached);
  }, [uploads]);
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
  return { all, ...uploads };
}
