import { readOnlyReason } from '#src/web/lib/api/access.ts';

const KEY = 'bellwire.recent';
const KEPT = 5;

/** Ids of the last commands used in this browser, newest first. The demo keeps none. */
export function recentIds(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export function remember(id: string): void {
  if (readOnlyReason() !== null) return;
  try {
    const ids = [id, ...recentIds().filter((each) => each !== id)].slice(0, KEPT);
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Storage is blocked or full: it works without.
  }
}
