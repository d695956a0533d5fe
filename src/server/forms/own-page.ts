import type { Context } from 'hono';

/**
 * True when a form was sent from a page of ours. Every browser says where a post comes from; a request that doesn't
 * isn't from a browser, and could claim anything.
 */
export function fromOwnPage(c: Context): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = c.req.header('origin');
  if (origin === undefined) return true;
  return URL.parse(origin)?.host === (c.req.header('host') ?? new URL(c.req.url).host);
}
