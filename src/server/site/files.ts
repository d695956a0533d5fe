import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { placeOrigin } from './address.ts';
import { type Bytes, type Encodings, encodingsOf, WORTH_THE_BEST } from './compress.ts';
import { pageHeaders } from './page-headers.ts';

export type SiteFile = {
  type: string;
  etag: string;
  /** How long a browser may use it unasked: a file with a hash in its name never changes. */
  kept: 'forever' | 'day' | 'revalidated';
  /** What else its answer says. */
  headers: Readonly<Record<string, string>>;
  body: Bytes;
  encodings: Encodings;
};

export type Site = {
  /** By path from the root, `/signin` for `signin.html`. */
  files: ReadonlyMap<string, SiteFile>;
  /** Where else a page is known: the path asked for, and the page's own path. */
  redirects: ReadonlyMap<string, string>;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.speculationrules': 'application/speculationrules+json',
};
/** Everything the build gives a hash in its name (astro.config.ts). */
const HASHED = '/_assets/';
/** Icons and share pictures: an old one for a day does no harm. */
const PICTURES = new Set(['.png', '.ico', '.svg', '.webp', '.webmanifest']);
/** What may name the site's own address. */
const PLACED = new Set(['.html', '.xml', '.txt', '.json', '.webmanifest']);

/** Written by the build (src/web/pages/redirects.json.ts); read here, and no page of its own. */
const REDIRECTS = '/redirects.json';
const redirectsSchema = z.record(z.string().startsWith('/'), z.string().regex(/^\/[^/\\]/));

/**
 * Reads the built site into memory once: it is small, and an answer is then one lookup.
 * @param origin where the site is reached, put in the place of the build's placeholder
 */
export async function readSite(folder: string, origin: string): Promise<Site> {
  const names = await readdir(folder, { recursive: true });
  const files = new Map<string, SiteFile>();
  for (const name of names) {
    const extension = extname(name);
    if (extension === '.br' || extension === '.gz') continue;
    const path = join(folder, name);
    if (!(await stat(path)).isFile()) continue;
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const built = await readFile(path);
    const placed = PLACED.has(extension) ? placeOrigin(built, origin) : null;
    const body = new Uint8Array(placed ?? built);
    files.set(pageOf(url), {
      type: TYPES[extension] ?? 'application/octet-stream',
      // Weak: plain and compressed bodies are the same page in other bytes.
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      kept: url.startsWith(HASHED) ? 'forever' : PICTURES.has(extension) ? 'day' : 'revalidated',
      headers: extension === '.html' ? pageHeaders((placed ?? built).toString('utf8')) : {},
      body,
      encodings: placed ? encodingsOf(body, popularAfter(pageOf(url))) : await readEncodings(path),
    });
  }
  const listed = files.get(REDIRECTS);
  files.delete(REDIRECTS);
  return { files, redirects: new Map(listed ? Object.entries(readRedirects(listed)) : []) };
}

/**
 * Most visits begin on the landing page. Compressed quickly, it needs one more round trip of a new connection: 150 ms on
 * a phone's network.
 */
const popularAfter = (page: string): number => (page === '/' ? 1 : WORTH_THE_BEST);

function readRedirects(file: SiteFile): Record<string, string> {
  return redirectsSchema.parse(JSON.parse(Buffer.from(file.body).toString('utf8')));
}

/** The page that says so for a path that is none: the nearest `404` above it, `/blog/404` for `/blog/99`. */
export function notFoundPage(site: Site, path: string): SiteFile | null {
  for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
    const file = site.files.get(`${path.slice(0, end)}/404`);
    if (file || end === 0) return file ?? null;
  }
  return null;
}

function pageOf(url: string): string {
  if (!url.endsWith('.html')) return url;
  const page = url.slice(0, -'.html'.length);
  if (page === '/index') return '/';
  return page.endsWith('/index') ? page.slice(0, -'/index'.length) : page;
}

/** The copies that the build made. */
async function readEncodings(path: string): Promise<Encodings> {
  const [br, gzip] = await Promise.all([readOptional(`${path}.br`), readOptional(`${path}.gz`)]);
  return new Map([
    ...(br ? [['br', () => Promise.resolve(br)] as const] : []),
    ...(gzip ? [['gzip', () => Promise.resolve(gzip)] as const] : []),
  ]);
}

async function readOptional(path: string): Promise<Bytes | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    return null;
  }
}
