import { afterEach, beforeEach, vi } from 'vitest';

/** For the tests of a file: a browser's storage, empty at each of them. @returns what it holds */
export function browserStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return stored;
}
