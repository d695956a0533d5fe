import { type Context, Hono } from 'hono';
import type { Documents } from '#src/documents/documents.ts';
import type { Shared } from '#src/documents/links.ts';
import { DOCUMENT_KINDS } from '#src/shared/documents/kinds.ts';
import { AppError } from '#src/shared/errors.ts';
import { serveBytes } from '../documents/serve.ts';
import { busyPage, gonePage, sharedPage } from './page.ts';
import { sharedStyle } from './style.ts';

/** The path for logs, without the token of the link. */
export const loggedPath = (path: string): string => path.replace(/^\/shared\/[^/]+/, '/shared/…');

/**
 * /shared/{token}: a document for anyone with the link, without an account. Unknown, expired and revoked links all
 * get the same answer.
 * @param files paths of the built site, for its fonts
 * @param clientAddress whose network is counted; null where it cannot be known
 */
export function createSharedRoutes(
  documents: Documents,
  files: Iterable<string>,
  clientAddress: (c: Context) => string | null = () => null,
): Hono {
  const { css, hash } = sharedStyle(files);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src ${hash}; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  };
  const gone = (c: Context): Response => c.body(gonePage(css), 404, headers);
  const opening =
    (answer: (c: Context, shared: Shared, token: string) => Response | Promise<Response>) =>
    async (c: Context): Promise<Response> => {
      const token = c.req.param('token') ?? '';
      const shared = await documents.openShared(token);
      return shared ? answer(c, shared, token) : gone(c);
    };

  const routes = new Hono();
  routes.use(async (c, next) => {
    try {
      await documents.admitVisitor(clientAddress(c));
    } catch (error) {
      const wait = error instanceof AppError ? error.details?.['retry_after'] : undefined;
      if (typeof wait !== 'number') throw error;
      return c.body(busyPage(css, wait), 429, { ...headers, 'Retry-After': String(wait) });
    }
    return next();
  });
  routes.get(
    '/:token',
    opening(async (c, shared, token) => {
      if (c.req.method !== 'HEAD') await documents.noteUse(shared, 'opens');
      return c.body(sharedPage(css, shared, token), 200, headers);
    }),
  );
  routes.get(
    '/:token/file',
    opening(async (c, shared) => {
      const answer = await serveBytes(c, documents.read, shared.document);
      // One that is fetched in parts is counted with its first.
      const first = answer.status === 200 || answer.headers.get('content-range')?.startsWith('bytes 0-');
      if (first && c.req.method !== 'HEAD') await documents.noteUse(shared, 'downloads');
      answer.headers.set('X-Robots-Tag', 'noindex, nofollow');
      return answer;
    }),
  );
  // For the page itself, which was counted.
  routes.get(
    '/:token/picture',
    opening((c, shared) =>
      DOCUMENT_KINDS[shared.document.kind].preview === 'image'
        ? serveBytes(c, documents.read, shared.document)
        : gone(c),
    ),
  );
  routes.all('*', gone);
  return routes;
}
