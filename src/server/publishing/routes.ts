import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { readCursor } from '#src/db/queries/cursor.ts';
import type { Publication, Publishing } from '#src/publishing/publishing.ts';
import { PLACE_FEEDS } from '#src/shared/public-places.ts';
import type { BrandPages } from '../subscribers/brand-page.ts';
import { jsonFeedOf, rssOf } from './feeds.ts';
import { embedPage, lookIn } from './embed-page.ts';
import { busyPage, listingPage, nonePage, postPage } from './pages.ts';
import { WIDGET, WIDGET_COUNT, WIDGET_MAX, WIDGET_THEMES } from './widget.ts';
import { pathOf } from './words.ts';

type Deps = {
  publishing: Publishing;
  pages: BrandPages;
  /** The seconds to wait, or 0: counts a request of this client's network. */
  wait: (c: Context) => Promise<number>;
};

const [RSS, JSON_FEED] = PLACE_FEEDS;
const idSchema = z.uuid();
/** What a widget's tag asks for; what it has wrong is as if it said nothing. */
const embedSchema = z.object({
  theme: z.enum(WIDGET_THEMES).catch('auto'),
  count: z.coerce.number().int().min(1).max(WIDGET_MAX).catch(WIDGET_COUNT),
  /** The site is on a trading desktop, which follows what is opened. */
  desktop: z.literal('1').optional().catch(undefined),
});
const PICTURE = /^([0-9a-f]{64})\.png$/;
/** A correction, or a page that was paused, is seen by everyone after so long. */
const KEPT = 'public, max-age=60';
/** Readers in browsers fetch feeds from their own sites. Nothing here depends on who asks. */
const FEED_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** /p/{page}: alerts that were published there, for anyone, as pages and as feeds. */
export function createPublicPages({ publishing, pages, wait }: Deps): Hono {
  const none = (): Response => pages(null, { ...nonePage(), status: 404 });
  const routes = new Hono();

  /** What was found, or the answer for what wasn't; a page that has another name now leads on. */
  async function read<T extends object>(
    c: Context,
    found: T | { moved: string } | null,
    rest: readonly string[],
    show: (found: T) => Response | Promise<Response>,
  ): Promise<Response> {
    if (found === null) return none();
    if ('moved' in found) {
      // A page may get its old name back: kept for good, the two redirects would lead to each other.
      c.header('Cache-Control', 'public, max-age=300');
      return c.redirect(pathOf(found.moved, ...rest) + new URL(c.req.url).search, 301);
    }
    return withEtag(c, await show(found));
  }
  const listed = (c: Context, path: string, show: (found: Publication) => Response): Promise<Response> =>
    publishing.list(slugOf(c), null).then((found) => read(c, found, [path], show));

  routes.use(async (c, next) => {
    const seconds = await wait(c);
    if (seconds === 0) return next();
    return pages(null, {
      ...busyPage(seconds),
      status: 429,
      headers: { 'Retry-After': String(seconds) },
    });
  });

  routes.get('/:slug', async (c) => {
    const before = c.req.query('before');
    const after = before === undefined ? null : readCursor(before);
    if (before !== undefined && !after) return none();
    return read(c, await publishing.list(slugOf(c), after), [], (found) =>
      pages(found.look, listingPage(found, found.origin, after === null)),
    );
  });
  routes.get(`/:slug/${RSS.path}`, (c) =>
    listed(c, RSS.path, (found) => feed(RSS.type, rssOf(found, found.origin))),
  );
  routes.get(`/:slug/${JSON_FEED.path}`, (c) =>
    listed(c, JSON_FEED.path, (found) =>
      feed(JSON_FEED.type, JSON.stringify(jsonFeedOf(found, found.origin))),
    ),
  );
  routes.get('/:slug/widget.js', (c) =>
    withEtag(
      c,
      new Response(WIDGET, {
        headers: { ...FEED_HEADERS, 'Content-Type': 'text/javascript; charset=utf-8' },
      }),
    ),
  );
  routes.get('/:slug/embed', async (c) => {
    const { theme, count, desktop } = embedSchema.parse(c.req.query());
    const found = await publishing.list(slugOf(c), null, count);
    if (found === null) return pages(null, { ...nonePage(), status: 404, framed: true });
    return read(c, found, ['embed'], (shown) =>
      pages(lookIn(shown.look, theme), embedPage(shown, { theme, desktop: desktop === '1' })),
    );
  });
  routes.get('/:slug/:id', async (c) => {
    const id = idSchema.safeParse(c.req.param('id'));
    if (!id.success) return none();
    return read(c, await publishing.one(slugOf(c), id.data), [id.data], (found) => {
      const [post] = found.posts;
      return post ? pages(found.look, postPage(found, post, found.origin)) : none();
    });
  });
  routes.get('/:slug/:id/:picture', async (c) => {
    const id = idSchema.safeParse(c.req.param('id'));
    const hash = PICTURE.exec(c.req.param('picture'))?.[1];
    if (!id.success || hash === undefined) return none();
    const found = await publishing.picture(slugOf(c), { alertId: id.data, hash });
    return read(
      c,
      found,
      [id.data, `${hash}.png`],
      ({ type, bytes }) =>
        new Response(new Uint8Array(bytes), { headers: { ...FEED_HEADERS, 'Content-Type': type } }),
    );
  });
  routes.all('*', none);
  return routes;
}

const slugOf = (c: Context): string => c.req.param('slug') ?? '';

const feed = (type: string, body: string): Response =>
  new Response(body, { headers: { ...FEED_HEADERS, 'Content-Type': `${type}; charset=utf-8` } });

/** Kept for a minute, and asked again by the hash of what was read. */
async function withEtag(c: Context, answer: Response): Promise<Response> {
  if (answer.status !== 200) return answer;
  const body = new Uint8Array(await answer.arrayBuffer());
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const headers = new Headers(answer.headers);
  headers.set('Cache-Control', KEPT);
  headers.set('ETag', etag);
  const known = (c.req.header('if-none-match') ?? '')
    .split(',')
    .map((each) => each.trim().replace(/^W\//, ''));
  if (!known.includes(etag)) return new Response(body, { headers });
  headers.delete('Content-Type');
  return new Response(null, { status: 304, headers });
}
