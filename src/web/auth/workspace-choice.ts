import { STORAGE_KEY } from './kept-session.ts';

/**
 * Where it is kept which workspace the account area works in: for the tab, so that a reload stays, and for the browser,
 * so that a new tab opens in the last one chosen. The next person in this browser has a separate choice.
 */
const KEY = 'bellwire.workspace';

function ownKey(): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('user' in stored)) return null;
    const { user } = stored;
    if (typeof user !== 'object' || user === null || !('id' in user)) return null;
    return `${KEY}.${String(user.id)}`;
  } catch {
    return null;
  }
}

/** Null: nothing was chosen, or storage is blocked. */
export function rememberedWorkspace(): string | null {
  const key = ownKey();
  if (key === null) return null;
  return sessionStorage.getItem(key) ?? localStorage.getItem(key);
}

/** Null forgets. Without storage the choice lasts as long as the page. */
export function rememberWorkspace(id: string | null): void {
  const key = ownKey();
  if (key === null) return;
  try {
    for (const store of [sessionStorage, localStorage]) {
      if (id === null) store.removeItem(key);
      else store.setItem(key, id);
    }
  } catch {
    // Storage is full or blocked.
  }
}
