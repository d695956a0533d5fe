import { Hono } from 'hono';
import type { ApprovalLinks } from '#src/engine/alerts/by-email/decide-by-link.ts';
import { MEMBER_WORKER } from './worker.ts';

const NOT_KEPT = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/**
 * /push/account: the service worker of members' notifications, and the button in one that approves. Its address works once,
 * for one person and one text, as that of an email does.
 */
export function createMemberPushRoutes({
  links,
  practice,
}: {
  links: Pick<ApprovalLinks, 'decide' | 'show'>;
  /** A practice browser, as it subscribes; null where there are none. */
  practice: (() => Promise<unknown>) | null;
}): Hono {
  const routes = new Hono();
  routes.get('/worker.js', (c) =>
    c.body(MEMBER_WORKER, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    }),
  );
  routes.post('/approve/:token', async (c) => {
    const token = c.req.param('token');
    const refusal = await links.decide(token, { decision: 'approve', reason: '' }, 'notification');
    if (refusal !== null) return c.json({ title: 'Not approved', text: refusal }, 409, NOT_KEPT);
    const shown = await links.show(token);
    const said =
      shown?.kind !== 'used'
        ? { title: 'Approved', text: '' }
        : shown.waits
          ? {
              title: 'One more approval is needed',
              text: 'You approved it. It’s sent when a second person does.',
            }
          : { title: 'Approved', text: shown.fate };
    return c.json(said, 200, NOT_KEPT);
  });
  if (practice) routes.post('/practice', async (c) => c.json(await practice(), 200, NOT_KEPT));
  routes.all('*', (c) => c.json({ code: 'not_found' }, 404, NOT_KEPT));
  return routes;
}
