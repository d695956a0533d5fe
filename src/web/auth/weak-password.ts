import { useSyncExternalStore } from 'react';
import { WEAK_KEY } from './weak-mark.ts';

/** What is wrong with a password that was just accepted at sign-in: it is common, or too short. */
type Weakness = 'common' | 'short';
/** The user, and whether they dismissed the notice until they sign in again. */
type WeakMark = { user: string; weakness: Weakness; later: boolean };

const listeners = new Set<() => void>();

function readMark(): string | null {
  try {
    return localStorage.getItem(WEAK_KEY);
  } catch {
    // Storage is blocked.
    return null;
  }
}

function keep(mark: WeakMark | null): void {
  try {
    if (mark) localStorage.setItem(WEAK_KEY, JSON.stringify(mark));
    else localStorage.removeItem(WEAK_KEY);
  } catch {
    // No reminder in this browser.
  }
  for (const listener of listeners) listener();
}

/** Keeps what the server reported about the password of this sign-in; `reasons` are the contract's. */
export function noteWeakness(user: string, weak: { reasons: readonly string[] } | null | undefined): void {
  const weakness = weak?.reasons.includes('pwned') ? 'common' : 'short';
  keep(weak ? { user, weakness, later: false } : null);
}

function parse(text: string | null): WeakMark | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const { user, weakness, later } = kept as Partial<Record<keyof WeakMark, unknown>>;
    if (typeof user !== 'string' || (weakness !== 'common' && weakness !== 'short')) return null;
    return { user, weakness, later: later === true };
  } catch {
    // Not ours.
    return null;
  }
}

/** The user has a new password, or is gone. */
export const forgetWeakness = (): void => keep(null);

/** Not now: nothing above the screens until the next sign-in. The settings still show it. */
export function putWeaknessOff(): void {
  const kept = parse(readMark());
  if (kept) keep({ ...kept, later: true });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Of other tabs.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The weakness of this user's password, as of their last sign-in in this browser. */
export function useWeakness(user: string | undefined): { weakness: Weakness | null; later: boolean } {
  return weaknessIn(
    useSyncExternalStore(subscribe, readMark, () => null),
    user,
  );
}

/** The same, of what is kept. */
export function weaknessIn(
  text: string | null,
  user: string | undefined,
): { weakness: Weakness | null; later: boolean } {
  const kept = parse(text);
  if (!kept || kept.user !== user) return { weakness: null, later: false };
  return { weakness: kept.weakness, later: kept.later };
}
