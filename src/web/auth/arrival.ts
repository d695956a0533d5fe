import { EMAIL_CONFIRMED, linkFailed } from './messages.ts';
import type { ToastContent } from '#src/web/ui/toast/store.ts';

const TRACES = ['code', 'sb_flow_id', 'error', 'error_code', 'error_description', 'sb'];
/** Kinds of link that do more than confirm an address; their pages show it themselves. */
const NOT_CONFIRMING = new Set(['recovery', 'magiclink']);

/** What a mailed link has left in the address, by way of the server's redirect. To be read before the client clears it. */
export function arrivalNotice(url: URL): ToastContent | null {
  const hash = new URLSearchParams(url.hash.slice(1));
  const failure = url.searchParams.get('error_code') ?? hash.get('error_code');
  if (failure !== null) return linkFailed(failure);
  if (url.pathname === '/reset-password') return null;
  const confirming = url.searchParams.has('code') || hash.has('access_token');
  return confirming && !NOT_CONFIRMING.has(hash.get('type') ?? '') ? EMAIL_CONFIRMED : null;
}

/** Path, query and hash without what a link has left there: codes and tokens are for one page load. */
export function withoutTraces(url: URL): string {
  const clean = new URL(url);
  for (const name of TRACES) clean.searchParams.delete(name);
  const hash = new URLSearchParams(url.hash.slice(1));
  if (hash.has('access_token') || hash.has('error_code')) clean.hash = '';
  return clean.pathname + clean.search + clean.hash;
}
