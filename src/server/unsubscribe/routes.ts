import { type Context, Hono } from 'hono';
import type { Unsubscribe } from '#src/workspaces/unsubscribe.ts';
import { sharedStyle } from '../shared/style.ts';
import { askPage, donePage, unknownPage } from './page.ts';

/** The path for logs, without the token of the link. */
export const loggedUnsubscribePath = (path: string): string =>
  path.replace(/^\/unsubscribe\/.+/, '/unsubscribe/…');

/**
 * /unsubscribe/{token}: the way out of alert emails (RFC 8058). Opening it shows a page and changes nothing, because mail
 * scanners open links; a POST, by the page's button or by a mail program, stops them. @param files paths of the built site
 */
export function createUnsubscribeRoutes(unsubscribe: Unsubscribe, files: Iterable<string>): Hono {
  const { css, hash } = sharedStyle(files);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src ${hash}; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  };
  const found = async (c: Context) => unsubscribe.find(c.req.param('token') ?? '');
  const unknown = (c: Context): Response => c.body(unknownPage(css), 404, headers);
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const member = await found(c);
    return member ? c.body(askPage(css, member.workspace), 200, headers) : unknown(c);
  });
  // What the body says is of no use: the link alone says whose alerts end.
  routes.post('/:token', async (c) => {
    const member = await found(c);
    if (!member) return unknown(c);
    await unsubscribe.leave(member);
    return c.body(donePage(css, member.workspace), 200, headers);
  });
  routes.all('*', unknown);
  return routes;
}
