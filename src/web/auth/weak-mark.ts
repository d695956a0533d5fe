/** What is wrong with a password that has just let somebody in: everybody tries it first, or it is too short. */
export type Weakness = 'common' | 'short';
/** Whose it is, and whether he has put the notice off until he signs in again. */
export type WeakMark = { user: string; weakness: Weakness; later: boolean };

export const KEY = 'bellwire.weak-password';

/** The mark as it is kept; null where there is none. Whoever shows it reads it with weak-password.ts. */
export function readMark(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is blocked.
    return null;
  }
}

/** Whoever was signed in is gone. */
export function forgetMark(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Then there is none.
  }
}
