/** Addresses that a link may lead back to. */
type RedirectRules = { siteUrl: string; allow: readonly string[] };

/**
 * Where a link leads back to: what was asked for if it is allowed, else the page it was asked from, else our own
 * site. What is not allowed is replaced without a word, as the contract has it; an open redirect would hand sessions to
 * strangers. @returns an absolute address without a fragment
 */
export function chooseRedirect(
  rules: RedirectRules,
  asked: string | null | undefined,
  referer?: string | null,
): string {
  return allowed(rules, asked) ?? allowed(rules, referer) ?? rules.siteUrl;
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|\[::1\])$/;

/** @returns the address as it will be sent, or null where it is not allowed */
export function allowed(rules: RedirectRules, asked: string | null | undefined): string | null {
  // Read by the browser's own rules: what is compared is what will be opened.
  const url = asked ? URL.parse(asked) : null;
  if (!url || url.username || url.password) return null;
  url.hash = '';
  const site = new URL(rules.siteUrl);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  const samePort = url.port === site.port || site.hostname === 'localhost';
  if (url.protocol === site.protocol && url.hostname === site.hostname && samePort) return url.href;
  if (isWeb && LOOPBACK.test(url.hostname)) return url.href;
  // These would run in the page that opens them.
  if (['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(url.protocol)) return null;
  return rules.allow.some((pattern) => globMatches(pattern, url.href)) ? url.href : null;
}

/** `*` is any text without `.` and `/`, `**` any text, `?` one character that is neither. */
function globMatches(pattern: string, text: string): boolean {
  const source = pattern
    .split(/(\*\*|\*|\?)/)
    .map((part) => {
      if (part === '**') return '.*';
      if (part === '*') return '[^./]*';
      return part === '?' ? '[^./]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`).test(text) || new RegExp(`^${source}$`).test(text.replace(/\/$/, ''));
}

/** An address with values in its fragment, and in its query too where `inQuery`. */
export function withValues(address: string, values: Record<string, string>, inQuery: boolean): string {
  const url = new URL(address);
  if (inQuery) for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams({ ...values, sb: '' }).toString();
  return url.href;
}
