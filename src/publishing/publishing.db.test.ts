import Parser from 'rss-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId } from '#src/db/ids.ts';
import { publicPlaces } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace, SPX_ID } from '#tests/support/workspace.ts';
import { publishedWith, storeDaysBefore } from './published.fixture.ts';

let db: TestDatabase;
let now: Date;
let who: { workspaceId: string; userId: string };
let slug: string;
let pages: ReturnType<typeof publishedWith>;
let count = 0;
beforeAll(async () => {
  db = await testDatabase();
  await storeDaysBefore(db);
  pages = publishedWith(db, () => now);
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date('2026-11-23T10:00:00Z');
  who = await newWorkspace(db);
  slug = `harbor-${(count += 1)}`;
});

const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000));
const status = async (path: string) => (await pages.get(path)).status;
const textOf = async (path: string) => (await pages.get(path)).text();
const hrefs = (html: string) => [...html.matchAll(/<h2><a href="([^"]+)"/g)].map(([, href]) => href);

/** JSON Feed 1.1 as its specification has it; what isn't in it is refused. */
const feedSchema = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string().min(1),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  icon: z.url().optional(),
  authors: z.array(z.strictObject({ name: z.string() })),
  items: z.array(
    z.strictObject({
      id: z.string(),
      url: z.url(),
      title: z.string(),
      summary: z.string(),
      content_html: z.string(),
      content_text: z.string(),
      date_published: z.iso.datetime(),
      date_modified: z.iso.datetime(),
      language: z.string(),
      image: z.url().optional(),
      attachments: z
        .array(z.strictObject({ url: z.url(), mime_type: z.string(), size_in_bytes: z.int().min(1) }))
        .optional(),
    }),
  ),
});
const jsonFeed = async () => feedSchema.parse(JSON.parse(await textOf(`/p/${slug}/feed.json`)));
const rss = async () => new Parser().parseString(await textOf(`/p/${slug}/feed.xml`));

describe('an alert that was sent to a page', () => {
  it('is neither sent nor shown while the license of its prices doesn’t include public posts', async () => {
    const license = (may: boolean) =>
      db.admin.query('update instruments set public_prices = $2 where id = $1', [SPX_ID, may]);
    await pages.page(who, slug);
    const sent = await pages.alert(who);
    expect(hrefs(await textOf(`/p/${slug}`))).toEqual([`/p/${slug}/${sent}`]);
    await license(false);
    try {
      expect(hrefs(await textOf(`/p/${slug}`))).toEqual([]);
      expect(await status(`/p/${slug}/${sent}`)).toBe(404);
      expect((await jsonFeed()).items).toEqual([]);
      later(1);
      const kept = await pages.alert(who, 1);
      const { rows } = await db.admin.query(
        `select a.state, s.reason from alerts a left join fan_out_skips s on s.alert_id = a.id where a.id = $1`,
        [kept],
      );
      expect(rows).toEqual([{ state: 'withheld', reason: 'license' }]);
    } finally {
      await license(true);
    }
    expect(hrefs(await textOf(`/p/${slug}`))).toEqual([`/p/${slug}/${sent}`]);
  });

  it('is on it, has a page of its own with a preview, and is in both feeds', async () => {
    await pages.page(who, slug);
    expect(await textOf(`/p/${slug}`)).toContain('No alerts yet.');
    expect((await jsonFeed()).items).toEqual([]);
    const alertId = await pages.alert(who);
    const page = await textOf(`/p/${slug}`);
    expect(hrefs(page)).toEqual([`/p/${slug}/${alertId}`]);
    expect(page).not.toContain('<script');
    const one = await textOf(`/p/${slug}/${alertId}`);
    expect(one).toContain('2,386.13');
    expect(one).toContain('<time datetime="2026-11-23T10:00:00.000Z">Nov 23, 2026, 10:00 AM UTC</time>');
    expect(one).toContain(`<link rel="canonical" href="https://site.example/p/${slug}/${alertId}">`);
    expect(one).toMatch(/<p class="disclaimer">[^<]*\S/);
    const card = /<meta property="og:image" content="https:\/\/site\.example([^"]+)">/.exec(one)?.[1] ?? '';
    const picture = await pages.get(card);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const bytes = (await picture.arrayBuffer()).byteLength;
    expect(bytes).toBeGreaterThan(1_000);
    const chart = /<img src="([^"]+)" alt="[^"]+" width="528" height="320">/.exec(one)?.[1] ?? '';
    expect((await pages.get(chart)).headers.get('content-type')).toBe('image/png');
    expect(chart).not.toBe(card);

    const feed = await rss();
    expect(feed).toMatchObject({ title: expect.stringMatching(/^Alerts from \S/), language: 'en' });
    expect(feed.items).toHaveLength(1);
    const json = await jsonFeed();
    expect(feed.items[0]).toMatchObject({
      title: json.items[0]?.title,
      link: `https://site.example/p/${slug}/${alertId}`,
      guid: `urn:uuid:${alertId}`,
      isoDate: '2026-11-23T10:00:00.000Z',
      content: expect.stringContaining('2,386.13'),
      enclosure: { url: `https://site.example${card}`, type: 'image/png', length: String(bytes) },
    });
    expect(json.items).toMatchObject([
      {
        id: `urn:uuid:${alertId}`,
        date_published: '2026-11-23T10:00:00.000Z',
        content_text: expect.stringContaining('2,386.13'),
        image: `https://site.example${card}`,
        attachments: [{ mime_type: 'image/png', size_in_bytes: bytes }],
      },
    ]);
  });

  it('is corrected in place, says when, keeps what it said before, and has its updates below', async () => {
    await pages.page(who, slug);
    const alertId = await pages.alert(who);
    later(20);
    await pages.follow(who, alertId, {
      purpose: 'correction',
      headline: 'Trading was halted early',
      text: 'The market stopped before the close.',
    });
    later(20);
    await pages.follow(who, alertId, { purpose: 'update', headline: 'Trading is on', text: 'It reopened.' });
    const page = await textOf(`/p/${slug}`);
    expect(hrefs(page)).toEqual([`/p/${slug}/${alertId}`]);
    expect(page).toMatch(/Corrected<\/span><span class="mark">Updated/);
    const one = await textOf(`/p/${slug}/${alertId}`);
    expect(one).toContain('<h1>Trading was halted early</h1>');
    expect(one).toMatch(/Corrected <time datetime="2026-11-23T10:20:00.000Z">/);
    expect(one.indexOf('As first published')).toBeGreaterThan(one.indexOf('<h2>Trading is on</h2>'));
    expect(one).toContain('<p>It reopened.</p>');
    const { items } = await jsonFeed();
    expect(items).toMatchObject([
      {
        title: 'Trading was halted early',
        date_published: '2026-11-23T10:00:00.000Z',
        date_modified: '2026-11-23T10:40:00.000Z',
        content_text: expect.stringContaining('It reopened.'),
      },
    ]);
    expect((await rss()).items[0]).toMatchObject({ isoDate: '2026-11-23T10:00:00.000Z' });
  });

  it('comes after the newer ones, so many to a page', async () => {
    await pages.page(who, slug);
    const older = await pages.alert(who);
    later(1);
    const newer = await pages.alert(who, 1);
    expect(hrefs(await textOf(`/p/${slug}`))).toEqual([`/p/${slug}/${newer}`, `/p/${slug}/${older}`]);
    const first = await (await pages.get(`/p/${slug}`, {}, 1)).text();
    expect(hrefs(first)).toEqual([`/p/${slug}/${newer}`]);
    const next = /href="([^"]+\?before=[^"]+)" rel="next"/.exec(first)?.[1] ?? '';
    const second = await pages.get(next, {}, 1);
    const last = await second.text();
    expect(hrefs(last)).toEqual([`/p/${slug}/${older}`]);
    expect(last).not.toContain('rel="next"');
    // Search engines list the newest alone.
    expect(second.headers.get('x-robots-tag')).toContain('noindex');
    expect(await status(`/p/${slug}?before=nonsense`)).toBe(404);
  });

  it('is asked for again by its ETag', async () => {
    await pages.page(who, slug);
    const alertId = await pages.alert(who);
    for (const path of ['', '/feed.xml', '/feed.json', `/${alertId}`]) {
      const answer = await pages.get(`/p/${slug}${path}`);
      const etag = answer.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
      const again = await pages.get(`/p/${slug}${path}`, { 'If-None-Match': `W/${etag}` });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
    later(1);
    const before = (await pages.get(`/p/${slug}`)).headers.get('etag') ?? '';
    await pages.alert(who, 1);
    expect((await pages.get(`/p/${slug}`, { 'If-None-Match': before })).status).toBe(200);
  });
});

describe('what isn’t published', () => {
  it('is not on the page: what waits for approval, and pictures of other alerts', async () => {
    await pages.page(who, slug, 'human');
    const alertId = await pages.alert(who);
    expect(hrefs(await textOf(`/p/${slug}`))).toEqual([]);
    expect(await status(`/p/${slug}/${alertId}`)).toBe(404);
    const { rows } = await db.admin.query<{ hash: string }>(
      'select hash from media where workspace_id = $1',
      [who.workspaceId],
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { hash } of rows) expect(await status(`/p/${slug}/${alertId}/${hash}.png`)).toBe(404);
  });

  it('looks the same whatever the reason: unknown, paused, deleted, out of its plan, or suspended', async () => {
    const { connection } = await pages.page(who, slug);
    const alertId = await pages.alert(who);
    const none = await textOf('/p/nobody-has-this');
    expect(none).toContain('There is no such page');
    const isGone = async () => {
      for (const path of ['', '/feed.xml', '/feed.json', `/${alertId}`]) {
        const answer = await pages.get(`/p/${slug}${path}`);
        expect(answer.status).toBe(404);
        expect(await answer.text()).toBe(none);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    };
    const isThere = async () => expect(await status(`/p/${slug}/${alertId}`)).toBe(200);
    await isThere();
    const change = (paused: boolean) => pages.ask(who, 'PATCH', `/connections/${connection.id}`, { paused });
    await change(true);
    await isGone();
    await change(false);
    await isThere();
    const plan = (id: string) =>
      db.admin.query('update subscriptions set plan_id = $2 where workspace_id = $1', [who.workspaceId, id]);
    await plan('starter');
    await isGone();
    await plan('pro');
    await isThere();
    await db.admin.query(
      `insert into sending_stops (id, scope, target, reason, operator_name, since)
       values ($1, 'workspace', $2, 'Spam', 'Op', now())`,
      [newId(), who.workspaceId],
    );
    await isGone();
    await db.admin.query('delete from sending_stops');
    await isThere();
    const { rows } = await db.admin.query<{ id: string }>('select id from rules where workspace_id = $1', [
      who.workspaceId,
    ]);
    await pages.ask(who, 'PATCH', `/rules/${rows[0]?.id}`, { routes: [] });
    expect(await pages.ask(who, 'DELETE', `/connections/${connection.id}`)).toMatchObject({ status: 204 });
    await isGone();
  });

  it('leaves with its feed entries and pictures when it is hidden, and comes back', async () => {
    await pages.page(who, slug);
    const alertId = await pages.alert(who);
    const other = await pages.alert(who, 1);
    const path = `/alerts/${alertId}/public-pages`;
    const url = `https://site.example/p/${slug}/${alertId}`;
    expect(await pages.ask(who, 'GET', path)).toEqual({
      status: 200,
      body: { hidden: false, pages: [{ name: 'Public page', url }] },
    });
    const picture = /src="([^"]+\.png)"/.exec(await textOf(`/p/${slug}/${alertId}`))?.[1] ?? '';
    expect(await status(picture)).toBe(200);
    const stranger = await newWorkspace(db);
    expect(await pages.ask(stranger, 'PATCH', path, { hidden: true })).toMatchObject({ status: 404 });
    expect(await status(`/p/${slug}/${alertId}`)).toBe(200);
    expect(await pages.ask(who, 'PATCH', path, { hidden: true })).toMatchObject({ body: { hidden: true } });
    expect(await status(`/p/${slug}/${alertId}`)).toBe(404);
    expect(await status(picture)).toBe(404);
    for (const list of ['', '/embed'])
      expect(hrefs(await textOf(`/p/${slug}${list}`))).toEqual([`/p/${slug}/${other}`]);
    expect((await jsonFeed()).items.map(({ id }) => id)).toEqual([`urn:uuid:${other}`]);
    expect((await rss()).items).toHaveLength(1);
    // A correction doesn't bring it back.
    await pages.follow(who, alertId, { purpose: 'correction', headline: 'It was wrong', text: 'Sorry.' });
    expect(await status(`/p/${slug}/${alertId}`)).toBe(404);
    expect(await pages.ask(who, 'PATCH', path, { hidden: false })).toMatchObject({ status: 200 });
    expect(await textOf(`/p/${slug}/${alertId}`)).toContain('It was wrong');
  });

  it('never appears when it was stopped before it went out, and recalled', async () => {
    await pages.page(who, slug);
    const stopped = await pages.ask(who, 'POST', '/sending/stops', { scope: 'workspace' });
    expect(stopped.status).toBe(201);
    const { id } = z.object({ id: z.string() }).parse(stopped.body);
    const alertId = await pages.alert(who);
    expect(await status(`/p/${slug}/${alertId}`)).toBe(404);
    const recalled = await pages.ask(who, 'POST', `/sending/stops/${id}/recall`, {});
    expect(recalled).toMatchObject({ status: 200, body: { recalled: 1 } });
    expect(await pages.ask(who, 'DELETE', `/sending/stops/${id}`)).toMatchObject({ status: 204 });
    await pages.deliver(who, alertId);
    expect(await status(`/p/${slug}/${alertId}`)).toBe(404);
    expect(hrefs(await textOf(`/p/${slug}`))).toEqual([]);
  });
});

describe('an address', () => {
  it('is one workspace’s alone, also after it was given up', async () => {
    const { connection, place } = await pages.page(who, slug);
    expect(place.publicUrl).toBe(`https://site.example/p/${slug}`);
    const other = await newWorkspace(db);
    expect(await pages.connect(other, ` ${slug.toUpperCase()} `)).toMatchObject({
      status: 409,
      body: { code: 'name_taken', detail: `“${slug}” is taken. Choose another address.` },
    });
    // Nothing of the failed attempt is left.
    expect(await pages.ask(other, 'GET', '/connections')).toMatchObject({ body: { items: [] } });
    const rule = await db.admin.query<{ id: string }>('select id from rules where workspace_id = $1', [
      who.workspaceId,
    ]);
    await pages.ask(who, 'PATCH', `/rules/${rule.rows[0]?.id}`, { routes: [] });
    await pages.ask(who, 'DELETE', `/connections/${connection.id}`);
    expect((await pages.connect(other, slug)).status).toBe(409);
    expect((await pages.connect(who, slug)).status).toBe(201);
  });

  it('can be changed; the one before leads on', async () => {
    const { connection } = await pages.page(who, slug);
    const alertId = await pages.alert(who);
    const change = (to: string) =>
      pages.ask(who, 'PATCH', `/connections/${connection.id}`, { fields: { slug: to } });
    const changed = await change(`${slug}-new`);
    expect(changed).toMatchObject({
      status: 200,
      body: { destinations: [{ address: `${slug}-new`, publicUrl: `https://site.example/p/${slug}-new` }] },
    });
    const old = await pages.get(`/p/${slug}/${alertId}`);
    expect([old.status, old.headers.get('location')]).toEqual([301, `/p/${slug}-new/${alertId}`]);
    expect(await status(`/p/${slug}-new/${alertId}`)).toBe(200);
    const other = await newWorkspace(db);
    await pages.connect(other, `${slug}-theirs`);
    expect(await change(`${slug}-theirs`)).toMatchObject({ status: 409 });
    expect(await status(`/p/${slug}-new/${alertId}`)).toBe(200);
  });

  it.each(['', 'ab', 'two--hyphens', '-edge', 'ümlaut', 'a/b', 'x'.repeat(49)])(
    'is never “%s”',
    async (typed) => {
      expect(await pages.connect(who, typed)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', field: 'slug' },
      });
    },
  );

  it('needs a plan that has pages', async () => {
    await db.admin.query(`update subscriptions set plan_id = 'starter' where workspace_id = $1`, [
      who.workspaceId,
    ]);
    expect(await pages.connect(who, slug)).toMatchObject({ status: 402, body: { code: 'plan_limit' } });
  });
});

describe('of two workspaces', () => {
  it('each page and feed has its own alerts only', async () => {
    await pages.page(who, slug);
    const mine = await pages.alert(who);
    const other = await newWorkspace(db);
    await pages.page(other, `${slug}-other`);
    const theirs = await pages.alert(other);
    expect(hrefs(await textOf(`/p/${slug}`))).toEqual([`/p/${slug}/${mine}`]);
    expect((await jsonFeed()).items.map(({ id }) => id)).toEqual([`urn:uuid:${mine}`]);
    expect(await status(`/p/${slug}/${theirs}`)).toBe(404);
    expect(await status(`/p/${slug}-other/${theirs}`)).toBe(200);
    const { rows } = await db.admin.query<{ hash: string }>(
      'select hash from media where workspace_id = $1',
      [other.workspaceId],
    );
    expect(rows.length).toBeGreaterThan(0);
    const media = await db.admin.query<{ hash: string }>('select hash from media where workspace_id = $1', [
      who.workspaceId,
    ]);
    const own = new Set(media.rows.map(({ hash }) => hash));
    for (const { hash } of rows.filter((row) => !own.has(row.hash)))
      expect(await status(`/p/${slug}/${mine}/${hash}.png`)).toBe(404);
  });

  it('neither sees nor takes the other’s names in the database', async () => {
    await pages.page(who, slug);
    const other = await newWorkspace(db);
    const seen = await withTenant(db.app, other.workspaceId, (tx) => tx.select().from(publicPlaces));
    expect(seen).toEqual([]);
    const [own] = await withTenant(db.app, who.workspaceId, (tx) => tx.select().from(publicPlaces));
    expect(own?.slug).toBe(slug);
    await expect(
      withTenant(db.app, other.workspaceId, (tx) => tx.insert(publicPlaces).values(own!)),
    ).rejects.toThrow('Failed query');
    await withTenant(db.app, other.workspaceId, (tx) => tx.delete(publicPlaces));
    expect(await status(`/p/${slug}`)).toBe(200);
    expect((await db.app.select().from(publicPlaces)).length).toBe(0);
  });
});

it('has no page whose name the database can’t read', async () => {
  for (const path of ['/p/%00', '/p/harbor%00', '/p/%00/feed.xml', '/p/a%ff'])
    expect(await status(path)).toBe(404);
});

it('has a widget, which other sites may frame, and nothing else may be', async () => {
  await pages.page(who, slug);
  await pages.alert(who);
  later(1);
  const newer = await pages.alert(who, 1);
  const script = await pages.get(`/p/${slug}/widget.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const frame = await pages.get(`/p/${slug}/embed?theme=dark&count=1`);
  const html = await frame.text();
  expect(hrefs(html)).toEqual([`/p/${slug}/${newer}`]);
  expect(html).toContain(':root { color-scheme: dark; }');
  expect(html.match(/<a [^>]+>/g)?.every((tag) => tag.includes('target="_blank" rel="noopener"'))).toBe(true);
  expect(html).not.toContain('<script');
  // On a trading desktop, one script says which alert was opened, and its links say of which instrument.
  const onDesktop = await pages.get(`/p/${slug}/embed?desktop=1`);
  expect((await onDesktop.text()).match(/<script>/g)).toHaveLength(1);
  const policy = onDesktop.headers.get('content-security-policy');
  expect(policy).toMatch(/script-src 'sha256-[^' ]+'/);
  expect(policy).toContain('frame-ancestors *');
  expect(await textOf(`/p/${slug}/embed?desktop=yes`)).not.toContain('<script');
  // What the tag has wrong is as if it said nothing.
  const plain = await textOf(`/p/${slug}/embed?theme=%3C&count=999`);
  expect(hrefs(plain)).toHaveLength(2);
  expect(plain).not.toMatch(/:root { color-scheme: (?:dark|<)/);
  const framing = async (path: string) =>
    /frame-ancestors ([^;]+)/.exec((await pages.get(path)).headers.get('content-security-policy') ?? '')?.[1];
  expect(await framing(`/p/${slug}/embed`)).toBe('*');
  expect(await framing('/p/nobody-has-this/embed')).toBe('*');
  expect(await framing(`/p/${slug}`)).toBe("'none'");
  expect(await status('/p/nobody-has-this/embed')).toBe(404);
});

it('says no word of ours for a white-labeled brand', async () => {
  await pages.page(who, slug);
  const alertId = await pages.alert(who);
  const all = async () =>
    (
      await Promise.all(
        ['', `/${alertId}`, '/feed.xml', '/feed.json', '/embed', '/widget.js'].map((path) =>
          textOf(`/p/${slug}${path}`),
        ),
      )
    ).join('\n');
  expect(await all()).toContain('Sent with Bellwire');
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    who.workspaceId,
  ]);
  expect(await all()).not.toMatch(/bellwire/i);
});
