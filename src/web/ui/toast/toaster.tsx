import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { currentToast, showPendingToast, subscribeToast, type ToastItem } from './store.ts';

/** Loads what draws a toast, once; what could not be loaded is tried again by the next call. @throws Error */
export const loadToastView = () => import('./toast-view.tsx');
const none = () => null;
/** Long after the page is there, and long before a user without a network needs a toast. */
const PREFETCH_MS = 3_000;

/** Shows the current toast. What draws it comes when it is first needed, or when the page has come to rest. Mount it once per page. */
export function Toaster() {
  const item = useSyncExternalStore(subscribeToast, currentToast, none);
  const [rested, setRested] = useState(false);
  const [View, setView] = useState<ComponentType<{ item: ToastItem | null }>>();
  useEffect(() => {
    showPendingToast();
    const timer = setTimeout(() => setRested(true), PREFETCH_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (View !== undefined || (item === null && !rested)) return;
    loadToastView().then(
      ({ default: view }) => setView(() => view),
      // The browser's console has it; the next toast asks again.
      () => undefined,
    );
  }, [item, rested, View]);
  // Once there it stays: it listens to its key, and lets a toast go with a movement.
  return View === undefined ? null : <View item={item} />;
}
