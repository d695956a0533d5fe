import { type Context, Hono } from 'hono';
import { byWhom } from '#src/subscribers/tracking/by-whom.ts';
import type { Counting } from '#src/subscribers/tracking/counting.ts';
import { busyPage } from '../publishing/pages.ts';
import type { BrandPages } from './brand-page.ts';

type Deps = {
  counting: Pick<Counting, 'opened' | 'clicked' | 'isOld'>;
  pages: BrandPages;
  /** The seconds to wait, or 0: counts a request of this client's network. */
  wait: (c: Context) => Promise<number>;
  /** Whose domain it is; null on the installation's own. */
  brandId: string | null;
};

/** One transparent pixel: the smallest GIF there is. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PLACE = /^(?:0|[1-9]\d{0,3})$/;

/** For a link that isn't ours, of whatever kind: it says nothing about what is. */
const unknownPage = () => ({
  title: 'This link doesn’t work',
  main: `<h1>This link doesn’t work</h1>
<p>It may be incomplete. Open it again from the message you got.</p>`,
});

/** For a link of a message that is no longer stored. */
const oldPage = () => ({
  title: 'This link has expired',
  main: `<h1>This link has expired</h1>
<p>It is from a message of more than three years ago, which is no longer stored. To unsubscribe, use the link for that in the same message: it still works.</p>`,
});

const asked = (c: Context) => ({
  method: c.req.method,
  header: (name: string): string | undefined => c.req.header(name),
});

/**
 * /c/{token}/{place}: leads to the link that a message has at that place, and nowhere else. The page it leads to isn't told
 * from where.
 */
export function createClickRoutes({ counting, pages, wait, brandId }: Deps): Hono {
  const routes = new Hono();
  const unknown = (): Response => pages(null, { ...unknownPage(), status: 404 });
  routes.get('/:token/:place', async (c) => {
    const seconds = await wait(c);
    if (seconds > 0)
      return pages(null, {
        ...busyPage(seconds),
        status: 429,
        headers: { 'Retry-After': String(seconds) },
      });
    const place = c.req.param('place');
    if (!PLACE.test(place)) return unknown();
    const by = byWhom(asked(c), 'clicked');
    const token = c.req.param('token');
    const url = await counting.clicked(token, Number(place), { by, brandId });
    if (url === null) return counting.isOld(token) ? pages(null, { ...oldPage(), status: 410 }) : unknown();
    return c.body(null, 302, {
      Location: url,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  });
  routes.all('*', unknown);
  return routes;
}

/** /o/{token}: the picture by which an email is seen to be opened. It's the same for every token, also for none of ours. */
export function createOpenRoutes({ counting, wait, brandId }: Omit<Deps, 'pages'>): Hono {
  const routes = new Hono();
  routes.get('/:token', async (c) => {
    if ((await wait(c)) === 0)
      counting.opened(c.req.param('token'), { by: byWhom(asked(c), 'opened'), brandId });
    return c.body(PIXEL, 200, {
      'Content-Type': 'image/gif',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    });
  });
  return routes;
}
