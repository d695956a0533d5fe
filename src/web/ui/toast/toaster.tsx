import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { currentToast, showPendingToast, subscribeToast } from './store.ts';

const load = () => import('./toast-view.tsx');
const ToastView = lazy(load);
const none = () => null;
/** Long after the page is there, and long before somebody without a network needs to be told so. */
const PREFETCH_MS = 3_000;

/** Shows the current toast. What draws it comes when it is first needed, or when the page has come to rest. Mount it once per page. */
export function Toaster() {
  const item = useSyncExternalStore(subscribeToast, currentToast, none);
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    showPendingToast();
    const timer = setTimeout(() => setNeeded(true), PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
  // Once there it stays: it listens to its key, and lets a toast go with a movement.
  if (!needed && item === null) return null;
  if (!needed) setNeeded(true);
  return (
    <Suspense fallback={null}>
      <ToastView item={item} />
    </Suspense>
  );
}
