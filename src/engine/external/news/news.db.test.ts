import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { alerts, events, newsSources, renditions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { ExternalRuleForm } from '#src/shared/external/rules.ts';
import { type FakeNews, startFakeNews } from '#tests/fakes/news.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { composeAlert } from '../../alerts/compose.ts';
import { createExternalRules } from '../external-rules.ts';
import { createFetchPage, PAGE_MAX } from '#src/platform/net/fetch-page.ts';
import { claimDue } from '../claim-due.ts';
import { pollSource, TO_READ } from './poll.ts';
import { createNewsSources } from './sources.ts';

let db: TestDatabase;
let fake: FakeNews;
let now = new Date();
let who: { workspaceId: string; userId: string };
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date();
  fake = await startFakeNews();
  who = await newWorkspace(db);
});
afterEach(async () => {
  await db.admin.query('delete from workspaces where id = $1', [who.workspaceId]);
  await fake.stop();
});

const clock = () => now;
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const by = () => ({
  workspaceId: who.workspaceId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});
const deps = (allowPrivate = true) => ({
  app: db.app,
  system: db.system,
  clock,
  enqueue: db.enqueue,
  announce: () => undefined,
  fetchPage: createFetchPage({ allowPrivate, agent: 'test' }),
});
const sources = () => createNewsSources({ app: db.app, clock, allowPrivate: true });
const add = (path: string) => sources().add(by(), { name: 'Desk', url: fake.url + path });
const listen = (outside: Partial<ExternalRuleForm['outside'] & { kind: 'news' }> = {}) =>
  createExternalRules({ app: db.app, clock, publicUrl: '' }).make(by(), {
    name: 'Rates',
    outside: { kind: 'news', any: ['rate'], all: [], none: [], sources: [], ...outside },
  });
/** Asks whatever is due, as the engine does. @returns how many were */
async function poll(allowPrivate = true): Promise<number> {
  const due = await claimDue(deps(), TO_READ, 10);
  for (const source of due) await pollSource(deps(allowPrivate), source, new AbortController().signal);
  return due.length;
}
const made = () =>
  withTenant(db.app, who.workspaceId, async (tx) => ({
    events: await tx.select().from(events),
    alerts: await tx.select().from(alerts),
    sources: await tx.select().from(newsSources),
    variants: await tx.select().from(renditions),
  }));
const only = async () => (await sources().list(who.workspaceId))[0]!;

it('alerts of what is new and holds the words, once, with the item as its evidence', async () => {
  fake.feed('/rss', ['Old rate cut']);
  await add('/rss');
  await listen({ none: ['denied'] });
  expect(await poll()).toBe(1);
  // What stood there before anybody listened is old.
  expect((await made()).events).toHaveLength(0);
  expect(await poll()).toBe(0);

  later(5);
  fake.feed('/rss', [
    'Rate cut denied',
    'The Fed raises its rate by 0.25',
    'Corporate results',
    'Old rate cut',
  ]);
  await poll();
  later(5);
  fake.feed('/rss', ['Another day', 'The Fed raises its rate by 0.25', 'Old rate cut'], { packed: true });
  await poll();
  const { events: found, alerts: drafted } = await made();
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({
    about: 'Desk',
    detector: 'news',
    evidence: {
      said: { from: 'news', by: 'Desk' },
      facts: { title: 'The Fed raises its rate by 0.25' },
      asked: { any: ['rate'], all: [], none: ['denied'] },
    },
  });
  await composeAlert(
    {
      ...deps(),
      log: { warn: ({ reason }: { reason?: string }) => expect.unreachable(reason) },
    },
    { workspaceId: who.workspaceId, alertId: drafted[0]!.id },
  );
  const [variant] = (await made()).variants;
  expect(variant?.prepared.title).toBe('The Fed raises its rate by 0.25');
  expect(variant?.prepared.text).toContain(
    'matches the rule “Rates”. Its content comes from the publisher and was not verified.',
  );
  expect(await only()).toMatchObject({ items: 5, failures: 0, problem: null, readAt: now.toISOString() });
});

it('asks for changes only, and nobody while no rule listens to it', async () => {
  fake.feed('/rss', ['One']);
  const { id } = await add('/rss');
  expect(await poll()).toBe(0);
  const rule = await listen({ sources: [id] });
  await poll();
  later(5);
  await poll();
  expect(fake.asked.map(({ etag, since }) => [etag, since])).toEqual([
    [undefined, undefined],
    ['"1-One"', 'Sun, 22 Nov 2026 09:00:00 GMT'],
  ]);
  await createExternalRules({ app: db.app, clock, publicUrl: '' }).change(by(), rule.id, { state: 'paused' });
  later(5);
  expect(await poll()).toBe(0);
});

it('is asked by one process at a time, and by another when the first was killed', async () => {
  fake.feed('/rss', ['One']);
  await add('/rss');
  await listen();
  const taken = await Promise.all([claimDue(deps(), TO_READ, 10), claimDue(deps(), TO_READ, 10)]);
  expect(taken.flat()).toHaveLength(1);
  later(3);
  expect(await claimDue(deps(), TO_READ, 10)).toHaveLength(1);
});

it('is asked when its next time was put down while the clock was ahead', async () => {
  fake.feed('/rss', ['One']);
  await add('/rss');
  await listen();
  await db.admin.query(`update news_sources set next_at = $1`, [
    new Date(clock().getTime() + 3 * 86_400_000),
  ]);
  expect(await claimDue(deps(), TO_READ, 10)).toHaveLength(1);
});

it('makes nothing twice when a reading is repeated', async () => {
  fake.feed('/rss', ['One']);
  await add('/rss');
  await listen();
  await poll();
  later(5);
  fake.feed('/rss', ['Rate up', 'One']);
  const [due] = await claimDue(deps(), TO_READ, 10);
  const signal = new AbortController().signal;
  await Promise.all([pollSource(deps(), due!, signal), pollSource(deps(), due!, signal)]);
  await pollSource(deps(), due!, signal);
  expect((await made()).events).toHaveLength(1);
});

const MISBEHAVES: [string, string, () => void][] = [
  ['answers an error', 'It answered 503.', () => fake.page('/rss', (_, to) => to.writeHead(503).end('no'))],
  ['is not there', 'It answered 404.', () => undefined],
  [
    'cuts the connection',
    'The connection failed.',
    () => fake.page('/rss', (request) => request.socket.destroy()),
  ],
  [
    'sends too much',
    'It is larger than 2 MB.',
    () => fake.page('/rss', (_, to) => to.writeHead(200).end(Buffer.alloc(PAGE_MAX + 1, 32))),
  ],
  [
    'packs too much',
    'It could not be unpacked, or is larger than 2 MB.',
    () =>
      fake.page('/rss', (_, to) =>
        to.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(Buffer.alloc(PAGE_MAX * 20, 32))),
      ),
  ],
  [
    'leads in circles',
    'It leads on more than 3 times.',
    () => fake.page('/rss', (_, to) => to.writeHead(302, { Location: '/rss' }).end()),
  ],
  [
    'leads to a file',
    'It isn’t an http or https address.',
    () => fake.page('/rss', (_, to) => to.writeHead(302, { Location: 'file:///etc/passwd' }).end()),
  ],
  [
    'is broken XML',
    'It cannot be read as RSS or Atom.',
    () => fake.page('/rss', (_, to) => to.end('<rss><channel>')),
  ],
  [
    'is a web page',
    'It is a web page, and no RSS or Atom.',
    () => fake.page('/rss', (_, to) => to.end('<html></html>')),
  ],
];
it.each(MISBEHAVES)(
  'says so on the source that %s, and asks it less and less',
  async (_name, problem, set) => {
    set();
    await add('/rss');
    await listen();
    await poll();
    expect(await only()).toMatchObject({ failures: 1, problem, readAt: null });
    later(5);
    await poll();
    expect(await only()).toMatchObject({ failures: 2 });
    later(5);
    expect(await poll()).toBe(0);
    later(5);
    fake.feed('/rss', ['Well again']);
    await poll();
    expect(await only()).toMatchObject({ failures: 0, problem: null, items: 1 });
  },
);

it('gives up on a page that does not come', async () => {
  fake.page('/rss', (_, to) => void to.writeHead(200).write('<rss>'));
  const slow = createFetchPage({ allowPrivate: true, agent: 'test', withinMs: 500 });
  const ask = { url: `${fake.url}/rss`, etag: null, lastModified: null };
  await expect(slow({ ...ask, signal: new AbortController().signal })).rejects.toThrow(
    'It did not come within 0.5 seconds.',
  );
});

it('fetches nothing from a private network, whatever the address says and wherever it leads', async () => {
  const { hostname, port } = new URL(fake.url);
  expect(hostname).toBe('127.0.0.1');
  await add('/rss');
  await listen();
  await poll(false);
  expect((await only()).problem).toMatch(
    /^(Port \d+ is not one of the web|It leads to a private network)\.$/,
  );
  const guarded = createFetchPage({ allowPrivate: false, agent: 'test' });
  const ask = { etag: null, lastModified: null, signal: new AbortController().signal };
  // A name that leads there: it is resolved, and what it leads to is looked at before anything is connected to.
  for (const url of ['http://localhost/', `http://127.0.0.1:${port}/`, 'http://[::1]:8080/', 'http://127.1/'])
    await expect(guarded({ ...ask, url })).rejects.toThrow(/private network|Port \d+/);
  expect(fake.asked).toEqual([]);
});

it('puts aside what cannot be believed, with the reason, once', async () => {
  fake.page('/rss', (_, to) =>
    to.end(
      '<rss version="2.0"><channel><item><guid>a</guid></item><item><title>Rate \ud83d\ude00</title><guid>b</guid></item></channel></rss>',
    ),
  );
  await add('/rss');
  await listen();
  await poll();
  later(5);
  await poll();
  expect(await only()).toMatchObject({
    items: 1,
    putAside: 1,
    lately: [{ reason: 'no_title', problem: 'It has no title.' }],
  });
});

it('takes no address twice, none of a private network, and forgets what it held with a source', async () => {
  const { id } = await add('/rss');
  await expect(add('/rss#again')).rejects.toThrow('This source is already in your list.');
  const guarded = createNewsSources({ app: db.app, clock, allowPrivate: false });
  await expect(guarded.add(by(), { name: 'x', url: 'http://169.254.169.254/' })).rejects.toThrow(
    'It leads to a private network.',
  );
  await sources().remove(by(), id);
  expect(await sources().list(who.workspaceId)).toEqual([]);
  await expect(sources().remove(by(), id)).rejects.toThrow('There is no such source.');
});

const change = (id: string, form: Parameters<ReturnType<typeof sources>['change']>[2]) =>
  sources().change(by(), id, form);

it('takes another name without a further reading, and another address as one that nobody has read', async () => {
  fake.feed('/rss', ['Rate kept']);
  fake.feed('/moved', ['Old rate rise', 'Rate kept']);
  const { id } = await add('/rss');
  await listen({ sources: [id] });
  await poll();
  later(1);
  expect(await change(id, { name: 'Bank' })).toMatchObject({ name: 'Bank', readAt: expect.any(String) });
  expect(await poll()).toBe(0);
  const moved = await change(id, { url: `${fake.url}/moved#top` });
  expect(moved).toMatchObject({ name: 'Bank', url: `${fake.url}/moved`, readAt: null });
  expect(await poll()).toBe(1);
  // What it holds at its first reading is old, as with a new source; the rule goes on listening to it.
  expect((await made()).events).toHaveLength(0);
  later(5);
  fake.feed('/moved', ['Rate cut', 'Old rate rise', 'Rate kept']);
  await poll();
  expect((await made()).events).toMatchObject([{ about: 'Bank' }]);
  expect(fake.asked.map(({ etag }) => etag !== undefined)).toEqual([false, false, true]);
});

it('takes nothing of the address before that comes after the change', async () => {
  fake.feed('/moved', ['Rate up']);
  fake.page('/rss', (_, to) => to.writeHead(503).end());
  for (const answers of ['with news', 'with a failure']) {
    const { id } = await add('/rss');
    await listen({ sources: [id] });
    const [due] = await claimDue(deps(), TO_READ, 10);
    const fetchPage: ReturnType<typeof deps>['fetchPage'] = async (asked) => {
      await change(id, { url: `${fake.url}/moved` });
      return deps().fetchPage({ ...asked, url: answers === 'with news' ? `${fake.url}/moved` : asked.url });
    };
    await pollSource({ ...deps(), fetchPage }, due!, new AbortController().signal);
    expect(await only()).toMatchObject({ items: 0, failures: 0, problem: null, readAt: null });
    // It is asked anew at once.
    expect(await poll()).toBe(1);
    expect(await only()).toMatchObject({ items: 1 });
    await sources().remove(by(), id);
  }
});

it('changes no source to an address that is one already, or is not read, and none that is not there', async () => {
  const { id } = await add('/rss');
  await add('/other');
  await expect(change(id, { url: `${fake.url}/other` })).rejects.toThrow(
    'This source is already in your list.',
  );
  const guarded = createNewsSources({ app: db.app, clock, allowPrivate: false });
  await expect(guarded.change(by(), id, { url: 'http://169.254.169.254/' })).rejects.toThrow(
    'It leads to a private network.',
  );
  await sources().remove(by(), id);
  await expect(change(id, { name: 'x' })).rejects.toThrow('There is no such source.');
});

it('gives an address to one of two sources that are changed to it at once', async () => {
  const [one, two] = [await add('/first'), await add('/second')];
  const done = await Promise.allSettled([one, two].map(({ id }) => change(id, { url: `${fake.url}/both` })));
  const failed = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
  expect(failed).toEqual([expect.objectContaining({ code: 'name_taken' })]);
});

it('notes no change of a source that stays as it is', async () => {
  const { id, name, url } = await add('/same');
  const noted = async (): Promise<number> => {
    const { rows } = await db.admin.query<{ n: string }>(
      `select count(*) as n from activity where action = 'news.changed'`,
    );
    return Number(rows[0]?.n);
  };
  const before = await noted();
  expect(await change(id, {})).toMatchObject({ id, name, url });
  expect(await change(id, { name })).toMatchObject({ id, name, url });
  expect(await noted()).toBe(before);
});

it('holds a rule to so many a day, also when several sources tell at once', async () => {
  for (const path of ['/a', '/b', '/c']) {
    fake.feed(path, ['Old']);
    await add(path);
  }
  const { id } = await listen();
  await createExternalRules({ app: db.app, clock, publicUrl: '' }).change(by(), id, {
    settings: { most_per_day: 2 },
  });
  await poll();
  later(5);
  for (const path of ['/a', '/b', '/c']) fake.feed(path, [`A rate of ${path}`, `Another rate of ${path}`]);
  const due = await claimDue(deps(), TO_READ, 10);
  await Promise.all(due.map((source) => pollSource(deps(), source, new AbortController().signal)));
  expect((await made()).events).toHaveLength(2);
});
