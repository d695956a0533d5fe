import { useSyncExternalStore } from 'react';

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (open === next) return;
  open = next;
  for (const listener of listeners) listener();
}

/** Opens the panel of Live Chat over whatever screen is there; it stays open from screen to screen. */
export const openChat = (): void => set(true);
export const closeChat = (): void => set(false);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChatOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
