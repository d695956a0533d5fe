/**
 * The one toast that is visible. Usable from anywhere: `toast({ title: 'Saved' })`. A newer toast takes the
 * place of the older one. `<Toaster />` draws it; without one mounted nothing is shown.
 */
export type ToastContent = { title: string; description?: string; variant?: 'default' | 'destructive' };
export type ToastItem = ToastContent & { id: number };

const PENDING_KEY = 'bellwire.toast';
let current: ToastItem | null = null;
let nextId = 1;
const listeners = new Set<() => void>();

function set(item: ToastItem | null): void {
  current = item;
  for (const listener of listeners) listener();
}

export function toast(content: ToastContent): void {
  set({ ...content, id: nextId++ });
}

/** Takes the toast with this id away; a newer one stays. */
export function dismissToast(id: number): void {
  if (current?.id === id) set(null);
}

export function subscribeToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): ToastItem | null {
  return current;
}

/** Goes to another page of the site and shows the toast there: a page load would take it away. */
export function leaveWithToast(
  path: string,
  content: ToastContent,
  go = (to: string) => location.assign(to),
): void {
  sessionStorage.setItem(PENDING_KEY, JSON.stringify(content));
  go(path);
}

/** Shows the toast that the page before has left, once. */
export function showPendingToast(): void {
  const stored = sessionStorage.getItem(PENDING_KEY);
  if (stored === null) return;
  sessionStorage.removeItem(PENDING_KEY);
  try {
    const content: unknown = JSON.parse(stored);
    if (isToast(content)) toast(content);
  } catch {
    // Not ours: nothing to show.
  }
}

function isToast(value: unknown): value is ToastContent {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}
