import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#src/db/database.ts';
import { contactHistory } from '#src/db/queries/contacts/history.ts';
import { noteReactions, recordHits } from '#src/db/queries/reactions.ts';
import { brands, deliveryReactions, fanOutReactions } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import type { OutgoingMail } from '#src/platform/mail/transport.ts';
import { createClickRoutes, createOpenRoutes } from '#src/server/subscribers/counted.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { createPreferencesRoutes } from '#src/server/subscribers/preferences.ts';
import { createUnsubscribeRoutes } from '#src/server/subscribers/unsubscribe.ts';
import { alertReactionsSchema, reactionFiguresSchema } from '#src/shared/analytics-reactions.ts';
import type { Tracking } from '#src/shared/tracking.ts';
import { testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { createErasure } from '../erase.ts';
import { createLinks } from '../links.ts';
import { createPreferences } from '../preferences.ts';
import { createUnsubscribe } from '../unsubscribe.ts';
import { createCounting } from './counting.ts';
import { forgetReactions } from './upkeep.ts';

const SITE = 'https://site.example';
const KEY = Buffer.alloc(32, 5);
const WEBSITE = 'https://harbor.example/?a=1&b=2';
const PROFILE = 'https://x.com/harbor';
const BOTH: Tracking = { opens: true, clicks: true };
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15';

let db: TestDatabase;
let who: { workspaceId: string; userId: string };
let now = new Date();
const clock = () => now;
const pass = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1_000));
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date();
  who = await newWorkspace(db, { companyName: 'Harbor' });
});

const links = createLinks({ key: KEY, publicUrl: SITE });
const counting = (
  app = db.app,
  onError: (error: unknown) => void = (error) => expect.unreachable(String(error)),
) => createCounting({ app, clock, links: links.counted, announce: () => undefined, onError });
const pages = createBrandPages([]);
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2], workspaceId = who.workspaceId) =>
  withTenant(db.app, workspaceId, work);
const setTracking = (tracking: Tracking) =>
  inTenant((tx) => tx.update(brands).set({ tracking, website: WEBSITE, socials: { x: PROFILE } }));
const brandId = async (): Promise<string> => (await inTenant((tx) => tx.select().from(brands)))[0]!.id;

type Sent = { alertId: string; mails: Map<string, OutgoingMail> };
/** An alert by email to so many readers. */
async function sent(readers: number): Promise<Sent> {
  const names = Array.from({ length: readers }, (_, n) => `reader-${n}@desk.example`);
  await addReaders(db.admin, who.workspaceId, names);
  return again();
}

/** The same to those there are, with an audience that has them. */
async function again(day = 0): Promise<Sent> {
  if (day === 0) await sendToReaders(db, who.workspaceId);
  const rule = await starterRule(db, who.workspaceId);
  const detection = { ...fallOf2020, time: fallOf2020.time + day * 86_400_000 };
  const alertId = await inTenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection: day === 0 ? fallOf2020 : detection, trialRunId: null, now }),
  );
  const job = { workspaceId: who.workspaceId, alertId: alertId! };
  const shared = {
    app: db.app,
    enqueue: db.enqueue,
    announce: () => undefined,
    clock,
    log: { warn: () => undefined },
  };
  await composeAlert(shared, job);
  const mails = new Map<string, OutgoingMail>();
  const transport = {
    send: async (mail: OutgoingMail) => {
      mails.set(mail.to, mail);
      return { kind: 'accepted' as const, response: '250 OK' };
    },
    check: async () => null,
    close: () => undefined,
  };
  const deliver = deliverAlertJob({
    ...shared,
    accounts: createAccounts({ ...shared, encryptionKey: KEY }),
    rates: createRates({ db: db.app, clock, hashKey: KEY }),
    onError: (error) => expect.unreachable(String(error)),
    instanceId: '00000000-0000-7000-8000-000000000001',
    pace: paced(4),
    publicUrl: SITE,
    mail: { transport: () => transport, from: 'alerts@site.example' },
    random: () => 0,
    sinks: new Map(),
    links,
    call: noCalls,
  });
  await deliver(job, { id: 'job', retryCount: 0 });
  return { alertId: alertId!, mails };
}

const mailTo = ({ mails }: Sent, reader = 0): OutgoingMail => mails.get(`reader-${reader}@desk.example`)!;
/** Where the counted links and the picture of an email are. */
const countedIn = ({ html, text }: OutgoingMail) => ({
  links: [...html.matchAll(/href="(https:\/\/site\.example\/c\/[^"]+)"/g)].map(([, url = '']) => url),
  inText: [...text.matchAll(/https:\/\/site\.example\/c\/\S+/g)].map(([url]) => url),
  picture: /src="(https:\/\/site\.example\/o\/[^"]+)"/.exec(html)?.[1] ?? null,
});

/** A request as the web server routes it. */
async function ask(
  url: string,
  { agent = SAFARI, method = 'GET', at = null as string | null, counter = counting() } = {},
) {
  const deps = { counting: counter, pages, wait: async () => 0, brandId: at };
  const { pathname } = new URL(url);
  const routes = pathname.startsWith('/c/') ? createClickRoutes(deps) : createOpenRoutes(deps);
  const answer = await routes.request(pathname.slice(2), { method, headers: { 'User-Agent': agent } });
  await counter.flush();
  return answer;
}
const counts = async () => {
  const [row] = await inTenant((tx) => tx.select().from(fanOutReactions));
  const { opened, maybeOpened, robotOpened, clicked, robotClicked } = row ?? {
    opened: 0,
    maybeOpened: 0,
    robotOpened: 0,
    clicked: 0,
    robotClicked: 0,
  };
  return { opened, maybeOpened, robotOpened, clicked, robotClicked };
};
const NONE = { opened: 0, maybeOpened: 0, robotOpened: 0, clicked: 0, robotClicked: 0 };

describe('a message', () => {
  it('has the links that were approved and no picture, unless the brand counts', async () => {
    await setTracking({ opens: false, clicks: false });
    const mail = mailTo(await sent(1));
    expect(mail.html).toContain('href="https://harbor.example/?a=1&amp;b=2"');
    expect(mail.text).toContain(WEBSITE);
    expect(countedIn(mail)).toEqual({ links: [], inText: [], picture: null });
  });

  it('has links of the reader’s own that lead to what was approved, and one picture', async () => {
    await setTracking(BOTH);
    const got = await sent(2);
    const [first, second] = [countedIn(mailTo(got, 0)), countedIn(mailTo(got, 1))];
    expect(first.links).toHaveLength(2);
    expect(first.inText).toEqual(first.links);
    expect(first.links).not.toEqual(second.links);
    for (const [at, address] of [WEBSITE, PROFILE].entries()) {
      const answer = await ask(first.links[at]!);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, address]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    // The ways out are nobody's business.
    expect(mailTo(got, 0).html).toMatch(/href="https:\/\/site\.example\/unsubscribe\/[^"]+"/);
    const picture = await ask(first.picture!);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/gif']);
    // The ledger keeps what the bytes are made again from.
    const { rows } = await db.admin.query<{ body: string }>(
      'select body from ledger_windows where workspace_id = $1',
      [who.workspaceId],
    );
    expect(rows.map(({ body }) => body).join()).toContain(first.links[0]!.slice(0, -2));
  });

  it('counts once for a reader, by the first time, however often it’s opened and whatever is followed', async () => {
    await setTracking(BOTH);
    const got = await sent(3);
    const of = (reader: number) => countedIn(mailTo(got, reader));
    expect(await counts()).toEqual(NONE);
    pass(120);
    for (let n = 0; n < 3; n += 1) await ask(of(0).picture!);
    await ask(of(0).links[0]!);
    pass(60);
    for (let n = 0; n < 2; n += 1) await ask(of(0).links[1]!);
    await ask(of(1).picture!, { agent: 'Mozilla/5.0' });
    await ask(of(2).links[0]!, { agent: 'Slackbot-LinkExpanding 1.0' });
    await ask(of(2).links[0]!, { method: 'HEAD' });
    expect(await counts()).toEqual({ ...NONE, opened: 1, maybeOpened: 1, clicked: 1, robotClicked: 1 });
    const rows = await inTenant((tx) =>
      tx.select().from(deliveryReactions).where(eq(deliveryReactions.kind, 'clicked')),
    );
    expect(rows.map(({ link, people, robots }) => [link, people, robots]).toSorted()).toEqual([
      [-1, 0, 2],
      [-1, 3, 0],
      [0, 0, 2],
      [0, 1, 0],
      [1, 2, 0],
    ]);
    // Whom an app hid at first opens it for all to see.
    await ask(of(1).picture!);
    expect(await counts()).toMatchObject({ opened: 2, maybeOpened: 0 });
  });
});

describe('a link', () => {
  it('leads nowhere but to what its message has, on its brand’s domain, and says nothing else', async () => {
    await setTracking(BOTH);
    const link = countedIn(mailTo(await sent(1))).links[0]!;
    const own = await brandId();
    expect((await ask(link, { at: own })).status).toBe(302);
    const other = await newWorkspace(db);
    const foreign = links.counted.urlsOf(
      { workspaceId: other.workspaceId, deliveryId: links.counted.read(link.split('/')[4]!)!.deliveryId },
      SITE,
    ).linksUrl;
    const wrong = [
      [link.replace(/\/0$/, '/2')],
      [link.replace(/\/0$/, '/-1')],
      [link.replace(/\/0$/, '/00')],
      [link.replace(/\/0$/, '/https:%2F%2Fevil.example')],
      [link.replace('/c/', '/c/x')],
      [`${SITE}/c/x/0`],
      [`${foreign}/0`],
      [link, '01900000-0000-7000-8000-000000000999'],
    ] as const;
    const texts = new Set<string>();
    for (const [url, at = own] of wrong) {
      const answer = await ask(url, { at });
      expect(answer.status, url).toBe(404);
      texts.add(await answer.text());
    }
    expect(texts.size).toBe(1);
    expect([...texts][0]).not.toContain('Harbor');
    expect((await counts()).clicked).toBe(1);
    // Three years later it still works, and says so once its message is deleted.
    pass(3.1 * 365 * 86_400);
    expect((await ask(link)).status).toBe(302);
    await db.admin.query('delete from deliveries where workspace_id = $1', [who.workspaceId]);
    const old = await ask(link);
    expect([old.status, await old.text()]).toEqual([410, expect.stringContaining('This link has expired')]);
    expect((await ask(`${SITE}/o/nothing`)).status).toBe(200);
  });

  it('that a scanner follows with all the others counts for no one, until a person follows it', async () => {
    await setTracking(BOTH);
    const { links: all, picture } = countedIn(mailTo(await sent(1)));
    pass(2);
    await ask(picture!);
    await ask(all[0]!);
    expect(await counts()).toMatchObject({ opened: 1, clicked: 1 });
    pass(3);
    await ask(all[1]!);
    expect(await counts()).toEqual({ ...NONE, robotOpened: 1, robotClicked: 1 });
    pass(3_600);
    await ask(all[1]!);
    expect(await counts()).toEqual({ ...NONE, robotOpened: 1, clicked: 1 });
  });
});

describe('what is counted', () => {
  /** The database, whose connections fail first as these do. */
  const failing = (...failures: string[]): Database => {
    const connect = async () => {
      const code = failures.shift();
      if (code !== undefined) throw Object.assign(new Error('failed'), { code });
      return db.app.$client.connect();
    };
    return Object.create(db.app, { $client: { value: { connect } } }) as Database;
  };

  it('is kept while the database is away, and written when it’s back', async () => {
    await setTracking(BOTH);
    const { picture } = countedIn(mailTo(await sent(1)));
    const errors: unknown[] = [];
    const counter = counting(failing('ECONNREFUSED', 'ECONNREFUSED'), (error) => errors.push(error));
    await ask(picture!, { counter });
    pass(60);
    await ask(picture!, { counter });
    expect(errors).toHaveLength(2);
    expect(await counts()).toEqual(NONE);
    // It tries again by itself.
    await vi.waitFor(async () => expect(await counts()).toEqual({ ...NONE, opened: 1 }), 10_000);
    expect(await inTenant((tx) => tx.select().from(deliveryReactions))).toMatchObject([
      { people: 2, firstAt: new Date(now.getTime() - 60_000), lastAt: now },
    ]);
  });

  it('is written once the circle is broken that it waited in', async () => {
    await setTracking(BOTH);
    const { picture } = countedIn(mailTo(await sent(1)));
    await ask(picture!, { counter: counting(failing('40P01')) });
    expect(await counts()).toEqual({ ...NONE, opened: 1 });
  });

  it('waits in no circle with what providers report of the same alerts', async () => {
    await setTracking(BOTH);
    const [one, two] = [await sent(1), await again(1)].map(
      (each) => links.counted.read(countedIn(mailTo(each)).links[0]!.split('/')[4]!)!.deliveryId,
    );
    const hit = { times: 1, firstAt: now, lastAt: now, brandId: null, by: 'person' as const };
    const { workspaceId } = who;
    let counted: Promise<number> | undefined;
    await inTenant(async (tx) => {
      await noteReactions(tx, workspaceId, [{ deliveryId: two!, kind: 'delivered', at: now }]);
      counted = inTenant((own) =>
        recordHits(own, workspaceId, [
          { ...hit, deliveryId: one!, kind: 'opened', link: -1, links: 0 },
          { ...hit, deliveryId: two!, kind: 'clicked', link: 0, links: 2 },
        ]),
      );
      counted.catch(() => undefined);
      await vi.waitFor(async () => {
        const { rows } = await db.admin.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
      await noteReactions(tx, workspaceId, [{ deliveryId: one!, kind: 'delivered', at: now }]);
    });
    expect(await counted).toBe(2);
  });
});

describe('a no', () => {
  it('of the person makes their links plain, and is heard in what they got before', async () => {
    await setTracking(BOTH);
    const before = await sent(2);
    const mail = mailTo(before);
    const [, token = ''] = /\/preferences\/([^"\s]+)/.exec(mail.text) ?? [];
    const services = { app: db.app, links, clock, channelTitle: () => 'Email' };
    const preferences = createPreferencesRoutes(
      {
        preferences: createPreferences({ ...services, linkTo: () => null }),
        unsubscribe: createUnsubscribe(services),
      },
      pages,
    );
    const form = new URLSearchParams({
      action: 'save',
      cadence: 'instant',
      timeZone: 'UTC',
      channel: 'email',
      untracked: 'yes',
    });
    for (const topic of ['moves', 'trends', 'news', 'calendar', 'other']) form.append('topic', topic);
    expect((await preferences.request(`/${token}`, { method: 'POST', body: form })).status).toBe(303);
    expect(await (await preferences.request(`/${token}`)).text()).toMatch(/name="untracked"[^>]*checked/);

    const { links: old, picture } = countedIn(mail);
    expect((await ask(old[0]!)).headers.get('location')).toBe(WEBSITE);
    await ask(picture!);
    expect(await counts()).toEqual(NONE);
    const after = await again(1);
    expect(countedIn(mailTo(after, 0))).toEqual({ links: [], inText: [], picture: null });
    expect(countedIn(mailTo(after, 1)).links).toHaveLength(2);
  });

  it('of the brand is heard in what was sent before', async () => {
    await setTracking(BOTH);
    const { links: all, picture } = countedIn(mailTo(await sent(1)));
    await setTracking({ opens: false, clicks: true });
    await ask(picture!);
    await ask(all[0]!);
    expect(await counts()).toEqual({ ...NONE, clicked: 1 });
  });
});

describe('what came back', () => {
  const upgrade = () =>
    db.admin.query(
      `update subscriptions set plan_id = 'pro', status = 'Active', trial_ends_at = null where workspace_id = $1`,
      [who.workspaceId],
    );
  const get = async (path: string) =>
    testApi(db, { clock }).request(path, { headers: { Authorization: `Bearer ${who.userId}` } });

  it('is in the figures, the alert and the history, and in another workspace’s nowhere', async () => {
    await setTracking(BOTH);
    const got = await sent(2);
    const { links: all, picture } = countedIn(mailTo(got));
    pass(300);
    await ask(picture!);
    await ask(all[1]!);
    const unsubscribe = createUnsubscribeRoutes(
      createUnsubscribe({ app: db.app, links, clock, channelTitle: () => 'Email' }),
      pages,
    );
    const [, token = ''] = /\/unsubscribe\/([^"\s]+)/.exec(mailTo(got, 1).text) ?? [];
    for (let n = 0; n < 2; n += 1)
      await unsubscribe.request(`/${token}`, {
        method: 'POST',
        body: new URLSearchParams({ scope: 'brand' }),
      });
    const { deliveryId } = links.counted.read(all[0]!.split('/')[4]!)!;
    await inTenant((tx) =>
      noteReactions(tx, who.workspaceId, [
        { deliveryId, kind: 'delivered', at: now },
        { deliveryId, kind: 'complained', at: now },
        { deliveryId, kind: 'complained', at: now },
      ]),
    );

    await db.admin.query(
      `update subscriptions set plan_id = 'starter', status = 'Active', trial_ends_at = null where workspace_id = $1`,
      [who.workspaceId],
    );
    expect((await get('/analytics/reactions')).status).toBe(402);
    expect((await get('/analytics/reactions.csv')).status).toBe(402);
    await upgrade();
    const expected = {
      sent: 2,
      delivered: 1,
      opened: 1,
      maybeOpened: 0,
      clicked: 1,
      bounced: 0,
      complained: 1,
      unsubscribed: 1,
      robotOpened: 0,
      robotClicked: 0,
    };
    const figures = reactionFiguresSchema.parse(await (await get('/analytics/reactions')).json());
    expect(figures.tracking).toEqual(BOTH);
    expect(figures.funnel).toEqual({ events: 1, alerts: 1, ...expected });
    expect(figures.channels).toEqual([{ channel: 'email', ...expected }]);
    expect(figures.rules).toMatchObject([expected]);
    expect(figures.audiences).toMatchObject([expected]);
    const csv = await (await get('/analytics/reactions.csv')).text();
    expect(csv).toContain('group,key,name,sent,delivered,opened,maybe_opened,clicked');
    expect(csv).toContain('channel,email,,2,1,1,0,1,0,1,1,0,0');

    const ofAlert = alertReactionsSchema.parse(await (await get(`/alerts/${got.alertId}/reactions`)).json());
    expect(ofAlert).toEqual({
      tracking: BOTH,
      channels: [{ channel: 'email', ...expected }],
      links: [{ url: PROFILE, clicked: 1, robotClicked: 0 }],
    });
    const { rows } = await db.admin.query<{ id: string }>(
      `select contact_id as id from deliveries where id = $1`,
      [deliveryId],
    );
    const history = await inTenant((tx) =>
      contactHistory(tx, { contactId: rows[0]!.id, after: null, limit: 10 }),
    );
    expect(history.items).toMatchObject([
      { openedAt: now.toISOString(), maybeOpenedAt: null, clickedAt: now.toISOString(), linksClicked: 1 },
    ]);

    const other = await newWorkspace(db);
    expect(await inTenant((tx) => tx.select().from(deliveryReactions), other.workspaceId)).toEqual([]);
    expect(await inTenant((tx) => tx.select().from(fanOutReactions), other.workspaceId)).toEqual([]);
  });

  it('goes with the person who is erased, and after 13 months; the counts stay', async () => {
    await setTracking(BOTH);
    const got = await sent(2);
    for (const reader of [0, 1]) await ask(countedIn(mailTo(got, reader)).links[0]!);
    const rows = () => inTenant((tx) => tx.select().from(deliveryReactions));
    const [first] = await rows();
    const erasure = createErasure({ app: db.app, clock });
    await erasure.erase(
      { workspaceId: who.workspaceId, actor: { kind: 'member', userId: who.userId, name: 'Ada' } },
      first!.contactId!,
    );
    expect((await rows()).map(({ contactId }) => contactId)).not.toContain(first!.contactId);
    expect(await rows()).toHaveLength(2);
    await forgetReactions(db);
    expect(await rows()).toHaveLength(2);
    await db.admin.query(`update delivery_reactions set event_month = '2020-01-01' where workspace_id = $1`, [
      who.workspaceId,
    ]);
    await forgetReactions(db);
    expect(await rows()).toEqual([]);
    expect((await counts()).clicked).toBe(2);
  });
});
