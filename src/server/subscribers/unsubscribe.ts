import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { LEAVE_SCOPES, type LeaveScope, type Unsubscribe } from '#src/subscribers/unsubscribe.ts';
import type { BrandPages } from './brand-page.ts';
import { readForm, SMALL_FORM } from './form.ts';
import { askPage, donePage, unknownPage } from './unsubscribe-page.ts';

/**
 * /unsubscribe/{token}: the way out of alerts (RFC 8058). Opening it shows a page and changes nothing, because mail
 * scanners open links; a POST, by the page's button or by a mail program, takes effect at once.
 */
export function createUnsubscribeRoutes(unsubscribe: Unsubscribe, pages: BrandPages): Hono {
  const unknown = (): Response => pages(null, { ...unknownPage(), status: 404 });
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const known = await unsubscribe.find(c.req.param('token'));
    return known ? pages(known.look, askPage(known)) : unknown();
  });
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const known = await unsubscribe.find(c.req.param('token'));
    if (!known) return unknown();
    const form = await readForm(c);
    const scope = scopeOf(form.get('scope'), known.topic !== null);
    await unsubscribe.leave(known, scope, form.has('List-Unsubscribe') ? 'one_click' : 'link');
    return pages(known.look, donePage(known, scope));
  });
  routes.all('*', unknown);
  return routes;
}

/** A mail program's POST says nothing of what to leave: then it is the brand. */
function scopeOf(given: string | null, hasTopic: boolean): LeaveScope {
  const scope = LEAVE_SCOPES.find((each) => each === given) ?? 'brand';
  return scope === 'topic' && !hasTopic ? 'brand' : scope;
}
