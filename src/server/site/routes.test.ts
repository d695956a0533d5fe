import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORIGIN } from '#src/shared/site-origin.ts';
import { readSite } from './files.ts';
import { createSiteRoutes } from './routes.ts';

let dir: string;
let app: ReturnType<typeof createSiteRoutes>;
const missed: string[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bellwire-site-'));
  await mkdir(join(dir, '_assets'));
  await mkdir(join(dir, 'blog'));
  await writeFile(join(dir, 'index.html'), '<h1>home</h1>');
  await writeFile(join(dir, 'signin.html'), '<h1>sign in</h1>');
  await writeFile(join(dir, 'blog', 'index.html'), '<h1>blog</h1>');
  await writeFile(join(dir, 'dashboard.html'), '<h1>dashboard</h1>');
  await writeFile(join(dir, '404.html'), '<h1>Oops! Page not found</h1>');
  await writeFile(join(dir, 'blog', '404.html'), '<h1>Blog post not found</h1>');
  await writeFile(join(dir, 'redirects.json'), JSON.stringify({ '/blog/a-title': '/blog/1' }));
  await writeFile(join(dir, '_assets', 'app.abc.js'), 'let a = 1');
  await writeFile(join(dir, '_assets', 'app.abc.js.br'), brotliCompressSync('let a = 1'));
  await writeFile(join(dir, 'about.html'), `<link rel="canonical" href="${ORIGIN}/about"><h1>about</h1>`);
  await writeFile(join(dir, 'rss.xml'), `<link>${ORIGIN}/blog</link>`);
  const head = [
    '<link rel="preload" href="/_assets/sans.woff2" as="font" type="font/woff2" crossorigin>',
    '<link rel="canonical" href="/guide"><link rel="icon" href="/favicon.ico">',
  ].join('');
  await writeFile(join(dir, 'guide.html'), `<html><head>${head}</head><h1>guide</h1>`);
  await writeFile(
    join(dir, 'confirm.html'),
    `<html><head><meta name="robots" content="noindex">${head}</head><h1>confirm</h1>`,
  );
  await writeFile(join(dir, 'navigation.speculationrules'), '{}');
  await writeFile(join(dir, 'icon.png'), 'a picture');
  app = createSiteRoutes({
    site: await readSite(dir, 'https://alerts.example:8443'),
    onNotFound: (path) => missed.push(path),
  });
});
afterAll(() => rm(dir, { recursive: true }));

it.each([
  ['/', 'home'],
  ['/signin', 'sign in'],
  ['/blog', 'blog'],
  ['/dashboard', 'dashboard'],
  ['/dashboard/alerts/42', 'dashboard'],
])('%s shows its page', async (path, text) => {
  const answer = await app.request(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).toContain(text);
});

it.each([
  '/nothing',
  '/404',
  '/redirects.json',
  '/signin.htm',
  '/dashboards',
  '/..%2f..%2fetc%2fpasswd',
  '/%ff',
  '/_assets',
])('%s is not found, with the page, the status and an entry in the log', async (path) => {
  const answer = await app.request(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Oops! Page not found');
  expect(missed).toContain(path);
});

it.each(['/blog/99', '/blog/a/b', '/blog/404'])('%s is told by the page of its own folder', async (path) => {
  const answer = await app.request(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Blog post not found');
  expect(missed).toContain(path);
});

it('leads from another address of a page to the page, with the query', async () => {
  const answer = await app.request('/blog/a-title?from=mail');
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe('/blog/1?from=mail');
});

it('answers 304 to a browser that has the page', async () => {
  const etag = (await app.request('/signin')).headers.get('etag') ?? '';
  // One for every encoding of it.
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  const again = await app.request('/signin', { headers: { 'If-None-Match': `W/"x", ${etag}` } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
});

it('serves hashed files for a year, compressed where the browser takes it', async () => {
  const answer = await app.request('/_assets/app.abc.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe('let a = 1');
  const plain = await app.request('/_assets/app.abc.js');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toBe('let a = 1');
});

it.each([
  ['/signin/', '/signin'],
  ['//evil.example/', '/evil.example'],
  ['/signin//?next=1', '/signin?next=1'],
  ['/%5Cevil.example/', '/%5Cevil.example'],
  ['/%09/evil.example/', '/%09/evil.example'],
  ['/%2F%2Fevil.example/', '/%2F%2Fevil.example'],
])('%s goes to %s and never to another host', async (path, to) => {
  const answer = await app.request(`http://localhost${path}`);
  expect(answer.status).toBe(308);
  expect(answer.headers.get('location')).toBe(to);
});

it('has no body for HEAD, and the length all the same', async () => {
  const answer = await app.request('/signin', { method: 'HEAD' });
  expect(answer.headers.get('content-length')).toBe('16');
  expect(await answer.text()).toBe('');
});

it.each([
  ['/about', '<link rel="canonical" href="https://alerts.example:8443/about"><h1>about</h1>'],
  ['/rss.xml', '<link>https://alerts.example:8443/blog</link>'],
])('%s names the address it is served at, compressed or not', async (path, text) => {
  const plain = await app.request(path);
  expect(await plain.text()).toBe(text);
  expect(plain.headers.get('content-length')).toBe(String(text.length));
  const br = await app.request(path, { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(br.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(text);
  const gzip = await app.request(path, { headers: { 'Accept-Encoding': 'br;q=0, gzip' } });
  expect(gzip.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(text);
});

it('gives a page of another address another ETag', async () => {
  const elsewhere = await readSite(dir, 'https://other.example');
  expect(elsewhere.files.get('/about')?.etag).not.toBe((await app.request('/about')).headers.get('etag'));
  expect(elsewhere.files.get('/signin')?.etag).toBe((await app.request('/signin')).headers.get('etag'));
});

it('says before the page which fonts to fetch, and how to open the next one ahead', async () => {
  const { headers } = await app.request('/guide');
  expect(headers.get('link')).toBe(
    '</_assets/sans.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
  );
  const rules = headers.get('speculation-rules') ?? '';
  const answer = await app.request(rules.replaceAll('"', ''));
  expect(answer.headers.get('content-type')).toBe('application/speculationrules+json');
});

it('opens nothing ahead from a page that is for one person', async () => {
  const { headers } = await app.request('/confirm');
  expect(headers.get('link')).toContain('sans.woff2');
  expect(headers.get('speculation-rules')).toBeNull();
});

it('lets pictures be kept for a day', async () => {
  const { headers } = await app.request('/icon.png');
  expect(headers.get('cache-control')).toBe('public, max-age=86400');
  expect(headers.get('vary')).toBeNull();
});
