import { useSyncExternalStore } from 'react';

/** From here on the list and an alert are side by side; below it, one of them. */
const WIDE = '(min-width: 1280px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
