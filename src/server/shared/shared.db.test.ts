import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { documentsApi } from '#tests/support/documents.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { PNG } from '#tests/support/zip.ts';
import { createSharedRoutes, loggedPath } from './routes.ts';

let db: TestDatabase;
let it_: Awaited<ReturnType<typeof documentsApi>>;
let routes: ReturnType<typeof createSharedRoutes>;
beforeAll(async () => {
  db = await testDatabase();
  it_ = await documentsApi(db);
  routes = createSharedRoutes(it_.documents, ['/_assets/inter.abc.woff2']);
});
afterAll(async () => {
  await it_.close();
  await db.drop();
});

async function shared(name: string, bytes: Uint8Array | string) {
  const { userId } = await newWorkspace(db, { companyName: 'A <b> & Co' });
  const { id } = (await it_.upload(userId, name, bytes)).body;
  const { link, path } = (await it_.ask(userId, 'POST', `/documents/${id}/links`, { days: 1 })).body;
  const links = async () => (await it_.ask(userId, 'GET', `/documents/${id}/links`)).body.items;
  return { userId, id, link, links, path: String(path).replace('/shared', '') };
}

it('shows the document to anybody, lists it nowhere and counts what is done with it', async () => {
  const one = await shared('<script>x.txt', 'the text');
  const page = await routes.request(one.path);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(html).not.toContain('<script>x');
  expect(html).toContain('&lt;script&gt;x.txt');
  expect(html).toContain('A &lt;b&gt; &amp; Co');
  expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);

  const file = await routes.request(`${one.path}/file`);
  expect(await file.text()).toBe('the text');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
  expect(file.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  await (await routes.request(`${one.path}/file`, { headers: { Range: 'bytes=0-1' } })).text();
  await (await routes.request(`${one.path}/file`, { headers: { Range: 'bytes=2-' } })).text();
  await routes.request(one.path, { method: 'HEAD' });
  await routes.request(`${one.path}/file`, { method: 'HEAD' });
  expect(await one.links()).toMatchObject([{ opens: 1, downloads: 2 }]);
});

it('answers alike for what never was, has ended, was revoked or deleted', async () => {
  const ended = await shared('a.txt', 'x');
  await db.admin.query(`update document_links set expires_at = now() where id = $1`, [ended.link.id]);
  const revoked = await shared('a.txt', 'x');
  await it_.ask(revoked.userId, 'DELETE', `/documents/${revoked.id}/links/${revoked.link.id}`);
  const deleted = await shared('a.txt', 'x');
  await it_.ask(deleted.userId, 'DELETE', `/documents/${deleted.id}`);
  const answers = await Promise.all(
    [ended.path, revoked.path, deleted.path, `/${'A'.repeat(43)}`, '/x', '/', '/x/y/z']
      .flatMap((path) => (path.length > 40 ? [path, `${path}/file`, `${path}/picture`] : [path]))
      .map(async (path) => {
        const answer = await routes.request(path);
        return JSON.stringify([answer.status, await answer.text(), [...answer.headers]]);
      }),
  );
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('This link leads nowhere');
  expect(answers[0]).toContain('[404');
});

it('answers so many requests of one network in a minute, found or not, and another network’s', async () => {
  const one = await shared('a.txt', 'x');
  const from = (address: string) => createSharedRoutes(it_.documents, [], () => address);
  const flood = from('198.51.100.4');
  for (let n = 0; n < 119; n += 1) expect((await flood.request('/nonsense')).status).toBe(404);
  expect((await flood.request(one.path)).status).toBe(200);
  const refused = await flood.request(`${one.path}/file`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('Too many requests');
  expect((await from('198.51.100.5').request(one.path)).status).toBe(200);
  expect(await one.links()).toMatchObject([{ opens: 2, downloads: 0 }]);
});

it('draws a picture of a picture only', async () => {
  const picture = await shared('a.png', PNG);
  const drawn = await routes.request(`${picture.path}/picture`);
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png']);
  await drawn.arrayBuffer();
  const text = await shared('a.svg', '<svg><script>alert(1)</script></svg>');
  expect((await routes.request(`${text.path}/picture`)).status).toBe(404);
  expect(await (await routes.request(text.path)).text()).not.toContain('<img');
});

it('keeps tokens out of the log', () => {
  expect(loggedPath('/shared/abc')).toBe('/shared/…');
  expect(loggedPath('/shared/abc/file')).toBe('/shared/…/file');
  expect(loggedPath('/blog/shared/abc')).toBe('/blog/shared/abc');
});
