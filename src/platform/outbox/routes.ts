import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { isLoopbackPeer } from './loopback.ts';
import { listMails, readMail } from './mails.ts';
import type { Practice } from '../practice/provider.ts';
import { addPracticeRoutes } from './practice-routes.ts';
import { type PlaceSummary, placesOf } from './practice-places.ts';
import { listPage, mailPage, VIEWS } from './pages.ts';

type OutboxRoutesOptions = {
  /** The folder that `startOutbox` keeps mails in. */
  dir: string;
  /** Providers to practice with, whose messages are shown too. */
  practice?: Practice | null;
  /** The socket's peer address; by default what the Node server says. */
  peerAddress?: (c: Context) => string | undefined;
};

const PAGE_CSP =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/** A mail is a stranger's HTML: no script, no origin, nothing from the network. */
const MAIL_CSP =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: cid:; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'";

function peerOfNode(c: Context): string | undefined {
  try {
    return getConnInfo(c).remote.address;
  } catch {
    return undefined; // not served by the Node server: whose request this is cannot be known
  }
}

/** /dev/outbox, its JSON, and single mails; for everybody but this machine there is nothing here (404). */
export function createOutboxRoutes({
  dir,
  practice = null,
  peerAddress = peerOfNode,
}: OutboxRoutesOptions): Hono {
  const app = new Hono();

  app.use('/dev/*', async (c, next) => {
    if (!isLoopbackPeer(peerAddress(c), c.req.raw.headers)) return c.notFound();
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', PAGE_CSP);
  });

  const places = async (): Promise<PlaceSummary[]> => (practice ? placesOf(practice) : []);
  app.get('/dev/outbox', async (c) => c.html(await listPage(await listMails(dir), await places())));
  app.get('/dev/outbox.json', async (c) => c.json({ items: await listMails(dir) }));

  if (practice) addPracticeRoutes(app, practice);

  app.get('/dev/outbox/:id', async (c) => {
    const mail = await readMail(dir, c.req.param('id'));
    if (!mail) return c.notFound();
    const wanted = VIEWS.find((view) => view === c.req.query('view'));
    return c.html(await mailPage(mail, wanted ?? (mail.html === null ? 'text' : 'html')));
  });

  app.get('/dev/outbox/:id/mail.json', async (c) => {
    const mail = await readMail(dir, c.req.param('id'));
    return mail ? c.json(mail) : c.notFound();
  });

  app.get('/dev/outbox/:id/html', async (c) => {
    const mail = await readMail(dir, c.req.param('id'));
    if (!mail || mail.html === null) return c.notFound();
    c.header('Content-Security-Policy', MAIL_CSP);
    // Links open in a tab of their own: in the frame they would lead to pages that refuse to be framed.
    return c.html(`<base target="_blank">${mail.html}`);
  });
  return app;
}
