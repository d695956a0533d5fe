import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ByInvitation, Confirmations } from '#src/engine/approval/clients/confirm.ts';
import { lookOf } from '#src/subscribers/look.ts';
import type { BrandPages } from '../subscribers/brand-page.ts';
import { SMALL_FORM } from '../subscribers/form.ts';
import { confirmPage, unknownInvitation } from './confirm-page.ts';

/** /decide/confirm/{token}: a client approver confirms. Opening it changes nothing, because mail scanners open links. */
export function createConfirmRoutes(confirmations: Confirmations, pages: BrandPages): Hono {
  const unknown = (): Response => pages(null, { ...unknownInvitation(), status: 404 });
  const answer = (shown: ByInvitation | null): Response => {
    if (!shown) return unknown();
    const { brand, whiteLabel, state } = shown;
    return pages(lookOf(brand, { whiteLabel }), {
      ...confirmPage(shown),
      status: state === 'expired' ? 410 : 200,
    });
  };
  const routes = new Hono();
  routes.get('/:token', async (c) => answer(await confirmations.show(c.req.param('token'))));
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const token = c.req.param('token');
    const shown = await confirmations.confirm(token);
    if (shown?.state !== 'confirmed') return answer(shown);
    // A page that is reloaded confirms nothing again.
    return c.redirect(`/decide/confirm/${encodeURIComponent(token)}`, 303);
  });
  return routes;
}
