import { useSyncExternalStore } from 'react';
import { formatExact, formatRelative } from './format.ts';

const TICK_MS = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One clock for every time on the page; it stops when none is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The page's clock, in ms since the epoch; half a minute late at most. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** How long ago `at` (ISO) was; the exact time in the viewer's zone on hover, or in place with `exact`. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const current = useNow();
  const ms = Date.parse(at);
  const full = formatExact(ms);
  // The clock of the page may lag behind what has just happened: that is no future.
  const since = ms - current < 2 * TICK_MS ? Math.max(current, ms) : current;
  return (
    <time dateTime={at} title={exact ? undefined : full}>
      {exact ? full : formatRelative(ms, since)}
    </time>
  );
}
