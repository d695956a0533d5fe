import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { createAnnouncer, listenForHints } from '#src/db/live.ts';
import { withTenant } from '#src/db/tenant.ts';
import { fateWords, waitsWords } from '#src/engine/alerts/fate-words.ts';
import { sweepDeliveries } from '#src/engine/delivery/sweep.ts';
import { createLiveHub } from '#src/server/api/stream/live-hub.ts';
import { alertReachSchema } from '#src/shared/alert-reach.ts';
import { connectionSchema } from '#src/shared/connections.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addReaders, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { publishedWith, storeDaysBefore } from './published.fixture.ts';

/* Clients at once, free readers after 15 minutes, the public after an hour. Each way to read an alert, one by one. */
let db: TestDatabase;
let now: Date;
let who: { workspaceId: string; userId: string };
let slug: string;
let pages: ReturnType<typeof publishedWith>;
let alertId: string;
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
  await db.admin.query(`update subscriptions set plan_id = 'enterprise' where workspace_id = $1`, [
    who.workspaceId,
  ]);
  slug = `embargo-${(count += 1)}`;
  const { place } = await pages.page(who, slug);
  const [clients, free] = [await audience('client'), await audience('free')];
  await route([
    { audienceIds: [clients] },
    { audienceIds: [free], releaseMinutes: 15 },
    { destinationIds: [place.id], releaseMinutes: 60 },
  ]);
  alertId = await pages.alert(who);
});

async function route(routes: object[]): Promise<void> {
  const rule = await starterRule(db, who.workspaceId);
  const body = { routes: routes.map((each) => ({ approval: 'auto', ...each })) };
  expect(await pages.ask(who, 'PATCH', `/rules/${rule.id}`, body)).toMatchObject({ status: 200 });
}

/** A list with one reader. */
async function audience(name: string): Promise<string> {
  const id = newId();
  const [address] = await addReaders(db.admin, who.workspaceId, [`${name}@reader.example`]);
  await db.admin.query(
    `with made as (insert into audiences (workspace_id, id, name, kind, created_at, updated_at)
                   values ($1, $2, $3, 'list', now(), now()) returning id)
     insert into audience_contacts (workspace_id, audience_id, contact_id, added_at)
     select $1, $2, contact_id, now() from addresses where id = $4`,
    [who.workspaceId, id, name, address],
  );
  return id;
}

/** So many minutes after it was sent: what a sweep has to do is done, and each alert's job comes once more. */
async function after(minutes: number): Promise<void> {
  now = new Date(Date.parse('2026-11-23T10:00:00Z') + minutes * 60_000);
  await sweepDeliveries({
    app: db.app,
    system: db.system,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock: () => now,
    isDead: async () => false,
    log: { warn: () => undefined },
  } as Parameters<typeof sweepDeliveries>[0]);
  await pages.deliver(who, alertId);
}

const reached = async (): Promise<string[]> =>
  (
    await db.admin.query<{ to: string }>(
      `select coalesce(a.address, 'page') as to from deliveries d
         left join addresses a on a.workspace_id = d.workspace_id and a.id = d.target_id
        where d.workspace_id = $1 and d.state = 'sent' order by d.sent_at, 1`,
      [who.workspaceId],
    )
  ).rows.map(({ to }) => to);
const get = async (path: string) => {
  const answer = await pages.get(path);
  return { status: answer.status, text: await answer.text() };
};
/** All that is public of it: its number, its words, and the names of its pictures. */
async function marks(): Promise<string[]> {
  const { rows } = await db.admin.query<{ prepared: { media: { hash: string }[] } }>(
    `select prepared from renditions where alert_id = $1 and channel = 'hosted-page'`,
    [alertId],
  );
  const hashes = rows.flatMap(({ prepared }) => prepared.media.map(({ hash }) => hash));
  expect(hashes.length).toBeGreaterThan(0);
  return [alertId, '2,386.13', ...hashes];
}

it('reaches each tier in its turn, and says who gets it when', async () => {
  expect(await reached()).toEqual(['client@reader.example']);
  const { body } = await pages.ask(who, 'GET', `/alerts/${alertId}/reach`);
  expect(
    alertReachSchema.parse(body).fanOuts.map(({ target, embargoUntil }) => [target.name, embargoUntil]),
  ).toEqual(
    expect.arrayContaining([
      ['client', null],
      ['free', '2026-11-23T10:15:00.000Z'],
      ['Public page', '2026-11-23T11:00:00.000Z'],
    ]),
  );
  await after(14);
  expect(await reached()).toEqual(['client@reader.example']);
  await after(15);
  expect(await reached()).toEqual(['client@reader.example', 'free@reader.example']);
  await after(59);
  expect(await reached()).toHaveLength(2);
  await after(60);
  expect(await reached()).toEqual(['client@reader.example', 'free@reader.example', 'page']);
  expect((await pages.ask(who, 'GET', `/alerts/${alertId}`)).body).toMatchObject({ state: 'sent' });
});

describe('until its time, nothing of it is in', () => {
  it.each([
    ['the page', ''],
    ['its RSS feed', '/feed.xml'],
    ['its JSON feed', '/feed.json'],
    ['the widget', '/embed?count=10'],
  ])('%s', async (_way, rest) => {
    await after(59);
    const before = await get(`/p/${slug}${rest}`);
    for (const mark of await marks()) expect(before.text).not.toContain(mark);
    await after(60);
    const since = await get(`/p/${slug}${rest}`);
    expect(since.status).toBe(200);
    expect(since.text).toContain(alertId);
  });

  it('its own page, which link previews are made from', async () => {
    await after(59);
    const path = `/p/${slug}/${alertId}`;
    const before = await get(path);
    expect(before.status).toBe(404);
    for (const mark of await marks()) expect(before.text).not.toContain(mark);
    await after(60);
    const { status, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toContain('og:image');
  });

  it('its pictures, for shares and previews', async () => {
    await after(59);
    const [, , ...hashes] = await marks();
    for (const hash of hashes) expect((await get(`/p/${slug}/${alertId}/${hash}.png`)).status).toBe(404);
    await after(60);
    for (const hash of hashes) expect((await get(`/p/${slug}/${alertId}/${hash}.png`)).status).toBe(200);
  });

  it('another page of the same brand that has it already, nor the other way around', async () => {
    const open = `${slug}-open`;
    const made = connectionSchema.parse((await pages.connect(who, open)).body);
    const places = await db.admin.query<{ id: string }>(
      `select d.id from destinations d where d.workspace_id = $1 and d.address = $2`,
      [who.workspaceId, slug],
    );
    await route([
      { destinationIds: [made.destinations[0]!.id] },
      { destinationIds: [places.rows[0]!.id], releaseMinutes: 60 },
    ]);
    alertId = await pages.alert(who, 1);
    expect((await get(`/p/${open}/${alertId}`)).status).toBe(200);
    expect((await get(`/p/${slug}/${alertId}`)).status).toBe(404);
    expect((await get(`/p/${slug}`)).text).not.toContain(alertId);
  });

  it('the API of anyone else', async () => {
    const stranger = await newWorkspace(db);
    for (const path of [`/alerts/${alertId}`, `/alerts/${alertId}/reach`, `/alerts/${alertId}/deliveries`]) {
      expect((await pages.ask(stranger, 'GET', path)).status).toBe(404);
      const as = (headers: Record<string, string>) => pages.get(`/api/v1${path}`, headers);
      expect((await as({ Authorization: `Bearer ${who.userId}` })).status).toBe(200);
      expect((await as({ Authorization: `Bearer ${stranger.userId}` })).status).toBe(404);
      expect((await as({})).status).toBe(401);
    }
    expect((await pages.ask(stranger, 'GET', '/alerts')).body).toMatchObject({ items: [] });
  });

  it('the stream of anyone else', async () => {
    const stranger = await newWorkspace(db);
    const hub = createLiveHub();
    const close = await listenForHints({
      url: db.urls.app,
      onHint: (hint) => hub.hint(hint.workspaceId, hint.topic),
      onResync: () => hub.resync(),
      onError: () => undefined,
    });
    const api = testApi(db, { hub });
    const open = async ({ userId }: { userId: string }) => {
      const answer = await api.request('/stream', { headers: { Authorization: `Bearer ${userId}` } });
      const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader.read()).value).toBe(': connected\n\n');
      return reader;
    };
    const [own, other] = [await open(who), await open(stranger)];
    const announce = createAnnouncer(db.app, () => undefined);
    announce(who.workspaceId, 'alerts');
    expect((await own.read()).value).toBe('event: hint\ndata: {"topic":"alerts"}\n\n');
    announce(stranger.workspaceId, 'account');
    // The first that they hear of is their own.
    expect((await other.read()).value).toBe('event: hint\ndata: {"topic":"account"}\n\n');
    await Promise.all([own.cancel(), other.cancel()]);
    await close();
  });

  it('a digest', async () => {
    await db.admin.query(
      `insert into preferences (workspace_id, contact_id, brand_id, cadence, digest_hour, updated_at)
       select c.workspace_id, c.id, b.id, 'daily', 11, now()
         from contacts c join addresses a on a.workspace_id = c.workspace_id and a.contact_id = c.id
         join brands b on b.workspace_id = c.workspace_id and b.is_default
        where c.workspace_id = $1 and a.address = 'free@reader.example'`,
      [who.workspaceId],
    );
    const items = async () =>
      (await db.admin.query(`select from digest_items where workspace_id = $1`, [who.workspaceId])).rowCount;
    await after(14);
    expect(await items()).toBe(0);
    await after(15);
    expect(await items()).toBe(1);
  });

  it('a correction, which later readers get as the only words', async () => {
    await pages.follow(who, alertId, {
      purpose: 'correction',
      headline: 'Trading was halted early',
      text: 'The market stopped before the close.',
    });
    expect(await reached()).not.toContain('page');
    expect((await get(`/p/${slug}`)).text).not.toContain(alertId);
    await after(60);
    expect((await get(`/p/${slug}/${alertId}`)).text).toContain('Trading was halted early');
  });
});

describe('an approver', () => {
  const fate = () =>
    withTenant(db.app, who.workspaceId, (tx) =>
      fateWords(tx, { workspaceId: who.workspaceId, alertId, state: 'approved', timeZone: 'UTC', now }),
    );

  it('is told before and after the decision until when it waits', async () => {
    expect(await fate()).toMatch(
      /^It’s on its way\. Where it’s under embargo, it waits until .*10:15 AM UTC\.$/,
    );
    await route([{ audienceIds: [await audience('late')], releaseMinutes: 15 }]);
    alertId = await pages.alert(who, 1);
    expect(await fate()).toMatch(/^It waits until .*10:15 AM UTC, when its embargo ends\.$/);
    const hours = { scope: 'workspace', days: [1], from: '10:05', to: '10:10', timeZone: 'UTC' };
    expect((await pages.ask(who, 'POST', '/sending/hours', hours)).status).toBe(201);
    expect(await fate()).toMatch(/^It waits until .*Nov 30, 10:05 AM UTC, when sending hours begin\.$/);
    const embargoes = [
      { name: 'late', minutes: 15 },
      { name: 'public', minutes: 60 },
    ];
    expect(waitsWords({ opens: [], embargoes }, 'UTC')).toBe(
      'for 15 minutes or 60 minutes where it’s under embargo',
    );
    expect(waitsWords({ opens: [], embargoes: [] }, 'UTC')).toBeNull();
  });

  it('who takes long leaves each tier its time after its release', async () => {
    const audienceIds = [await audience('slow')];
    await route([{ approval: 'human', audienceIds, expiresMinutes: 30, releaseMinutes: 15 }]);
    alertId = await pages.alert(who, 1);
    await after(20);
    const { rows } = await db.admin.query<{ hash: string }>(
      'select hash from revisions where alert_id = $1',
      [alertId],
    );
    const decision = { decision: 'approve', revision: rows[0]?.hash };
    expect((await pages.ask(who, 'POST', `/alerts/${alertId}/decision`, decision)).status).toBe(200);
    await after(34);
    expect(await reached()).not.toContain('slow@reader.example');
    await after(35);
    expect(await reached()).toContain('slow@reader.example');
  });
});

it('begins anew with sending hours that open later, and refuses a route that expires first', async () => {
  const hours = { scope: 'workspace', days: [1, 2, 3, 4, 5], from: '09:00', to: '10:30', timeZone: 'UTC' };
  expect((await pages.ask(who, 'POST', '/sending/hours', hours)).status).toBe(201);
  // The hours have ended when the embargo ends.
  await after(61);
  expect(await reached()).toEqual(['client@reader.example', 'free@reader.example']);
  await after(23 * 60);
  expect(await reached()).toContain('page');
  const rule = await starterRule(db, who.workspaceId);
  const routes = [{ audienceIds: [who.workspaceId], expiresMinutes: 15, releaseMinutes: 15 }];
  expect(await pages.ask(who, 'PATCH', `/rules/${rule.id}`, { routes })).toMatchObject({
    status: 400,
    body: { detail: expect.stringContaining('would expire before it’s released') },
  });
});
