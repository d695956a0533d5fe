import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApprovalLinks, ByLink } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { decisionFormSchema } from '#src/shared/review.ts';
import { lookOf } from '#src/subscribers/look.ts';
import type { BrandPages } from '../subscribers/brand-page.ts';
import { readForm, SMALL_FORM } from '../subscribers/form.ts';
import { closedPage, openPage, unknownPage, usedPage } from './decide-page.ts';

/**
 * /decide/{token}: a member approves or rejects an alert by the link of an email, without signing in. Opening it changes
 * nothing, because mail scanners open links; its buttons post.
 */
export function createDecideRoutes(links: ApprovalLinks, pages: BrandPages): Hono {
  const unknown = (): Response => pages(null, { ...unknownPage(), status: 404 });
  const lookAt = ({ brand, whiteLabel }: ByLink) => lookOf(brand, { whiteLabel });
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    const shown = await links.show(c.req.param('token'));
    if (!shown) return unknown();
    if (shown.kind === 'closed')
      return pages(lookAt(shown), { ...closedPage(shown, shown.because), status: 410 });
    return pages(lookAt(shown), shown.kind === 'used' ? usedPage(shown) : openPage(shown, null));
  });
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const token = c.req.param('token');
    const form = decisionFormSchema.safeParse(Object.fromEntries(await readForm(c)));
    if (!form.success) {
      const shown = await links.show(token);
      if (!shown) return unknown();
      if (shown.kind !== 'open')
        return pages(lookAt(shown), {
          ...closedPage(shown, 'This link no longer works.'),
          status: 409,
        });
      const fault = form.error.issues[0]?.message ?? 'Nothing was decided. Choose one of the buttons.';
      return pages(lookAt(shown), { ...openPage(shown, fault), status: 422 });
    }
    const refusal = await links.decide(token, form.data);
    // A page that is reloaded decides nothing again.
    if (refusal === null) return c.redirect(`/decide/${encodeURIComponent(token)}`, 303);
    const shown = await links.show(token);
    return shown ? pages(lookAt(shown), { ...closedPage(shown, refusal), status: 409 }) : unknown();
  });
  routes.all('*', unknown);
  return routes;
}
