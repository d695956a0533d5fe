import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;
/** Half a minute that has begun: what is drawn by it moves with the clock. */
const current = (): number => Math.floor(Date.now() / TICK_MS) * TICK_MS;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

/** The time, to half a minute. */
export const useNow = (): number => useSyncExternalStore(subscribe, current);
