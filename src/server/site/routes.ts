import type { Context } from 'hono';
import { Hono } from 'hono';
import type { Encoding } from './compress.ts';
import { notFoundPage, type Site, type SiteFile } from './files.ts';

/** The account area is one page, and so are the demo and the operator console: every path below is the application's own. */
const APPLICATIONS = ['/dashboard', '/demo', '/admin'];

const CACHE: Record<SiteFile['kept'], string> = {
  forever: 'public, max-age=31536000, immutable',
  day: 'public, max-age=86400',
  revalidated: 'no-cache',
};

/** Named in Accept-Encoding, and not with a weight of nought. */
const ACCEPTED: Record<Encoding, RegExp> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
};

/**
 * Serves the built site: compressed as the browser likes it, revalidated by ETag, hashed files for a year. A path
 * that is no page gets the 404 page with status 404, and is logged.
 */
export function createSiteRoutes(deps: { site: Site; onNotFound: (path: string) => void }): Hono {
  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const { pathname: path, search } = new URL(c.req.url);
    if (path.length > 1 && path.endsWith('/')) {
      // Never to another host: `//evil.example/` would be one. What is escaped stays escaped.
      const clean = path.replace(/^\/+/, '/').replace(/\/+$/, '') || '/';
      return c.redirect(`${clean}${search}`, 308);
    }
    const application = APPLICATIONS.find((root) => path === root || path.startsWith(`${root}/`));
    const page = application ?? decode(path);
    const elsewhere = deps.site.redirects.get(page);
    if (elsewhere !== undefined) return c.redirect(`${elsewhere}${search}`, 308);
    const file = page.endsWith('/404') ? undefined : deps.site.files.get(page);
    if (file) return serve(c, file, 200);
    deps.onNotFound(path);
    const notFound = notFoundPage(deps.site, page);
    return notFound ? serve(c, notFound, 404) : c.text('Not found', 404);
  });
  return app;
}

async function serve(c: Context, file: SiteFile, status: 200 | 404): Promise<Response> {
  const accepts = c.req.header('accept-encoding') ?? '';
  const headers = new Headers({
    ...file.headers,
    'Content-Type': file.type,
    'Cache-Control': CACHE[file.kept],
    ...(file.encodings.size > 0 ? { Vary: 'Accept-Encoding' } : {}),
    ETag: file.etag,
  });
  if (status === 200 && c.req.header('if-none-match')?.includes(file.etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = [...file.encodings.keys()].find((each) => ACCEPTED[each].test(accepts));
  const body = (encoding && (await file.encodings.get(encoding)?.())) ?? file.body;
  if (encoding) headers.set('Content-Encoding', encoding);
  headers.set('Content-Length', String(body.byteLength));
  return new Response(c.req.method === 'HEAD' ? null : body, { status, headers });
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
