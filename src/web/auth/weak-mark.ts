/** What is wrong with a password that has just let somebody in: everybody tries it first, or it is too short. */
export type Weakness = 'common' | 'short';
/** Whose it is, and whether he has put the notice off until he signs in again. */
export type WeakMark = { user: string; weakness: Weakness; later: boolean };

const KEY = 'bellwire.weak-password';

/** The mark as it is kept; null where there is none. Whoever shows it reads it with weak-password.ts. */
export function readMark(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is blocked.
    return null;
  }
}

export function keepMark(mark: WeakMark | null): void {
  try {
    if (mark) localStorage.setItem(KEY, JSON.stringify(mark));
    else localStorage.removeItem(KEY);
  } catch {
    // Nobody is reminded in this browser.
  }
}

/** What the server said of the password that a person has signed in with; `reasons` are the contract's. */
export function noteWeakness(user: string, weak: { reasons: readonly string[] } | null | undefined): void {
  const weakness = weak?.reasons.includes('pwned') ? 'common' : 'short';
  keepMark(weak ? { user, weakness, later: false } : null);
}
