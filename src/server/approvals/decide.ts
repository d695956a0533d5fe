import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ApprovalLinks, ByLink } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { decisionFormSchema } from '#src/shared/review.ts';
import { lookOf } from '#src/subscribers/look.ts';
import type { BrandPages } from '../subscribers/brand-page.ts';
import { readForm, SMALL_FORM } from '../subscribers/form.ts';
import { closedPage, followUpPage, openPage, unknownPage, usedPage } from './decide-page.ts';

const PRIVATE = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
};
/** A message as it's sent, in a frame of the page: nothing runs in it, and its links lead nowhere. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/**
 * /decide/{token}: a member or a client approver decides on an alert by the link of an email, without signing in. Opening it changes
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
    return pages(
      lookAt(shown),
      shown.kind === 'used' ? usedPage(shown) : askingPage(shown, c.req.param('token'), null),
    );
  });
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const token = c.req.param('token');
    const form = decisionFormSchema.safeParse(Object.fromEntries(await readForm(c)));
    if (!form.success) {
      const shown = await links.show(token);
      if (!shown) return unknown();
      if (shown.kind !== 'open' && shown.kind !== 'follow-up')
        return pages(lookAt(shown), {
          ...closedPage(shown, 'This link no longer works.'),
          status: 409,
        });
      const fault = form.error.issues[0]?.message ?? 'Nothing was decided. Choose one of the buttons.';
      return pages(lookAt(shown), { ...askingPage(shown, token, fault), status: 422 });
    }
    const refusal = await links.decide(token, form.data);
    // A page that is reloaded decides nothing again.
    if (refusal === null) return c.redirect(`/decide/${encodeURIComponent(token)}`, 303);
    const shown = await links.show(token);
    return shown ? pages(lookAt(shown), { ...closedPage(shown, refusal), status: 409 }) : unknown();
  });
  // What the page shows. Once the link decides nothing, they are gone with it.
  routes.get('/:token/message/:id', async (c) => {
    const html = await links.message(c.req.param('token'), c.req.param('id'));
    if (html === null) return unknown();
    return c.html(html, 200, { ...PRIVATE, 'Content-Security-Policy': MESSAGE_POLICY });
  });
  routes.get('/:token/chart', async (c) => {
    const picture = await links.chart(c.req.param('token'));
    if (!picture) return unknown();
    return c.body(new Uint8Array(picture.bytes), 200, { ...PRIVATE, 'Content-Type': picture.type });
  });
  routes.all('*', unknown);
  return routes;
}

const askingPage = (
  shown: Extract<ByLink, { kind: 'open' | 'follow-up' }>,
  token: string,
  fault: string | null,
) => (shown.kind === 'follow-up' ? followUpPage(shown, token, fault) : openPage(shown, token, fault));
