export const HOME = '/dashboard';

/**
 * Where to go after signing in: the path that the guard remembered, if it lies in the account area of this
 * very site; otherwise the account area's home. `origin` is this site's.
 */
export function safeReturnPath(wanted: string | null, origin: string): string {
  if (wanted === null || !wanted.startsWith('/')) return HOME;
  const url = URL.parse(wanted, origin);
  if (url === null || url.origin !== origin) return HOME;
  if (url.pathname !== HOME && !url.pathname.startsWith(`${HOME}/`)) return HOME;
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
