import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetchPage } from '#src/platform/net/fetch-page.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { createSiteReader } from './read-site.ts';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 20"><rect width="120" height="20" fill="#3b2f63"/></svg>';
const PAGE = `<!doctype html><html><head><title>Markets made plain | Harbor Crypto</title>
  <meta property="og:site_name" content="Harbor &amp; Vale"><meta name="theme-color" content="#3B2F63">
  <link rel="stylesheet" href="/site.css"><link rel="stylesheet" href="/gone.css"><link rel="manifest" href="/app.webmanifest">
  <link rel="icon" href="/icon.svg" type="image/svg+xml">
  <style>:root { --brand-accent: hsl(45, 100%, 50%); }</style></head>
  <body><header><a href="/"><img class="site-logo" src="logo.svg" alt="Harbor"></a>
  <a href="/"><svg class="logo" viewBox="0 0 60 10"><script>alert(1)</script><rect width="60" height="10" fill="#ffffff"/></svg></a></header>
  <a href="https://twitter.com/intent/tweet?text=x">Share</a><a href="https://x.com/harborcrypto">X</a>
  <a href="https://www.linkedin.com/company/harbor">LinkedIn</a><a href="javascript:alert(1)">No</a></body></html>`;
const FILES: Readonly<Record<string, readonly [type: string, text: string]>> = {
  '/start': ['text/html; charset=utf-8', PAGE],
  '/site.css': [
    'text/css',
    '@import "/never.css"; a { color: rgb(10 120 90); } header{background:#101010} .x{}',
  ],
  '/app.webmanifest': ['application/manifest+json', '{"theme_color":"#0f4c5c"}'],
  '/icon.svg': ['image/svg+xml', LOGO],
  '/logo.svg': ['image/svg+xml', LOGO],
  '/plain': ['text/html', '<p>Nothing here'],
};

let db: TestDatabase;
let server: Server;
let base = '';
let asked: string[] = [];
beforeAll(async () => {
  db = await testDatabase();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path === '/') return void response.writeHead(302, { Location: '/start' }).end();
    if (path === '/inside')
      return void response.writeHead(302, { Location: 'http://169.254.169.254/' }).end();
    if (path === '/slow') return;
    if (path === '/large') return void response.writeHead(200).end(Buffer.alloc(2 * 1024 * 1024 + 1));
    const file = FILES[path];
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': file[0] }).end(file[1]);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await db.drop();
});

const reader = (allowPrivate: boolean, withinMs?: number) =>
  createSiteReader({
    fetchPage: createFetchPage({ allowPrivate, agent: 'test' }),
    limits: { db: db.app, clock: () => new Date(), hashKey: Buffer.alloc(32, 3) },
    ...(withinMs ? { withinMs } : {}),
  });

describe('a website', () => {
  it('says its name, colors, logos and profiles, and nothing else is fetched', async () => {
    const found = await reader(true)('a workspace', `${base}/`);
    expect(found).toMatchObject({
      name: 'Harbor & Vale',
      socials: { x: 'https://x.com/harborcrypto', linkedin: 'https://www.linkedin.com/company/harbor' },
      problems: ['1 of its files could not be read.'],
    });
    expect(found.colors).toEqual([
      { color: '#ffbf00', from: '--brand-accent' },
      { color: '#3b2f63', from: 'Theme color' },
      { color: '#0f4c5c', from: 'App manifest' },
      { color: '#0a785a', from: 'Links' },
      { color: '#101010', from: 'Header' },
    ]);
    // The same picture twice is one logo.
    expect(found.logos.map(({ from, suits, width, height }) => ({ from, suits, width, height }))).toEqual([
      { from: 'Header', suits: 'light', width: 240, height: 40 },
      { from: 'Header', suits: 'dark', width: 240, height: 40 },
    ]);
    expect(asked.toSorted()).toEqual(
      ['/', '/start', '/site.css', '/gone.css', '/app.webmanifest', '/icon.svg', '/logo.svg'].toSorted(),
    );
    const plain = await reader(true)('a workspace', `${base}/plain`);
    expect(plain).toMatchObject({ name: null, colors: [], logos: [], socials: {}, problems: [] });
  });

  it.each([
    ['/large', 'It is larger than 2 MB.'],
    ['/nowhere', 'It answered 404.'],
    ['/slow', 'It did not come in time.'],
  ])('at %s is refused with a sentence', async (path, why) => {
    await expect(reader(true, path === '/slow' ? 300 : undefined)('b', base + path)).rejects.toMatchObject({
      code: 'validation_failed',
      message: `That page could not be read. ${why}`,
    });
  });

  it('on a private network is not reached, also behind a redirect', async () => {
    const refused = {
      code: 'validation_failed',
      message: expect.stringMatching(/private network|Port \d+ is not/),
    };
    await expect(reader(false)('c', `${base}/`)).rejects.toMatchObject(refused);
    await expect(reader(false)('c', 'http://localhost/')).rejects.toMatchObject(refused);
    await expect(reader(false)('c', 'http://[::1]/')).rejects.toMatchObject(refused);
    expect(asked).toEqual([]);
    // The operator's setting opens the network, and not what is no address of the web.
    await expect(reader(true)('c', 'ftp://127.0.0.1/')).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('is read 30 times an hour at most', async () => {
    const read = reader(true);
    for (let n = 0; n < 30; n += 1) await read('d', `${base}/plain`);
    await expect(read('d', `${base}/plain`)).rejects.toMatchObject({ code: 'over_request_rate_limit' });
  });
});
