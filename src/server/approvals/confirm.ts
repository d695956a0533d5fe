import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ByInvitation, Confirmations } from '#src/engine/approval/clients/confirm.ts';
import { lookOf } from '#src/subscribers/look.ts';
import type { BrandPages } from '../subscribers/brand-page.ts';
import type { ReviewChats } from '#src/engine/review-chats/chats.ts';
import { readForm, SMALL_FORM } from '../subscribers/form.ts';
import { confirmPage, type NewLink, unknownInvitation } from './confirm-page.ts';

/** /decide/confirm/{token}: a client approver confirms. Opening it changes nothing, because mail scanners open links. */
export function createConfirmRoutes(
  confirmations: Confirmations,
  pages: BrandPages,
  chats: Pick<ReviewChats, 'open' | 'link'>,
): Hono {
  const unknown = (): Response => pages(null, { ...unknownInvitation(), status: 404 });
  const answer = async (shown: ByInvitation | null, link: NewLink | null = null): Promise<Response> => {
    if (!shown) return unknown();
    const { brand, whiteLabel, state, approver } = shown;
    const open = shown.mayLink ? await chats.open(approver.workspaceId) : [];
    return pages(lookOf(brand, { whiteLabel }), {
      ...confirmPage(shown, { open, link }),
      status: state === 'expired' ? 410 : 200,
    });
  };
  const routes = new Hono();
  routes.get('/:token', async (c) => answer(await confirmations.show(c.req.param('token'))));
  routes.post('/:token', bodyLimit(SMALL_FORM), async (c) => {
    const token = c.req.param('token');
    const chat = (await readForm(c)).get('chat');
    if (chat !== null) {
      const known = await confirmations.show(token);
      const asked =
        known?.mayLink && (await chats.open(known.approver.workspaceId)).find(({ id }) => id === chat);
      if (!known || !asked) return answer(known);
      const { workspaceId, id: approverId } = known.approver;
      return answer(known, { ...(await chats.link(workspaceId, { approverId }, chat)), ...asked });
    }
    const shown = await confirmations.confirm(token);
    if (shown?.state !== 'confirmed') return answer(shown);
    // A page that is reloaded confirms nothing again.
    return c.redirect(`/decide/confirm/${encodeURIComponent(token)}`, 303);
  });
  return routes;
}
