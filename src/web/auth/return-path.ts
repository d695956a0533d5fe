export const HOME = '/dashboard';
/** Where a session is asked for: the account area, and the operators'. */
const GUARDED = [HOME, '/admin'];

/**
 * Where to go after signing in: the path that the guard remembered, if it is one that is guarded, of this
 * very site; otherwise the account area's home. `origin` is this site's.
 */
export function safeReturnPath(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/')) return HOME;
  const url = URL.parse(wanted, origin);
  if (url === null || url.origin !== origin) return HOME;
  if (!GUARDED.some((root) => url.pathname === root || url.pathname.startsWith(`${root}/`))) return HOME;
  return url.pathname + url.search + url.hash;
}

/** The sign-in page's address that leads back to `path` afterwards. */
export function signInPath(path: string): string {
  return path === HOME ? '/signin' : `/signin?next=${encodeURIComponent(path)}`;
}

/** The same, read from the address of the page that is open. */
export function returnPath(): string {
  return safeReturnPath(new URLSearchParams(location.search).get('next'), location.origin);
}
