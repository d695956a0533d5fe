import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { chooseMail, mailChoices } from '#src/db/queries/notification-choices.ts';
import {
  countSoftBounce,
  historyOf,
  liftSuppression,
  listSuppressions,
  noteArrival,
  suppressAddress,
  suppressionOf,
} from '#src/db/queries/suppressions.ts';
import { unsubscribed } from '#src/db/queries/unsubscriptions.ts';
import {
  addresses,
  brands,
  consents,
  contacts,
  preferences as preferencesTable,
  rules,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createMailHooks } from '#src/server/hooks/mail.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { createPreferencesRoutes } from '#src/server/subscribers/preferences.ts';
import { createUnsubscribeRoutes } from '#src/server/subscribers/unsubscribe.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createLinks } from './links.ts';
import { createPreferences } from './preferences.ts';
import { createMailReporters } from './reporters.ts';
import { createUnsubscribe } from './unsubscribe.ts';

let db: TestDatabase;
let who: { workspaceId: string; userId: string; email: string };
let now = new Date('2026-11-23T20:00:00Z');
const KEY = Buffer.alloc(32, 5);
const links = createLinks({ key: KEY, publicUrl: 'https://site.example' });
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  who = await newWorkspace(db, { companyName: 'Harbour & <Sons>' });
});

const clock = () => now;
const later = (days: number): void => {
  now = new Date(now.getTime() + days * 86_400_000);
};
const readers = () => ({ app: db.app, links, clock, channelTitle: () => 'Email' });
const pages = createBrandPages([]);
const unsubscribe = () => createUnsubscribeRoutes(createUnsubscribe(readers()), pages);
const preferences = () =>
  createPreferencesRoutes(
    {
      preferences: createPreferences({ ...readers(), linkTo: () => null }),
      unsubscribe: createUnsubscribe(readers()),
    },
    pages,
  );
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const brandOf = async (): Promise<string> => {
  const [brand] = await inTenant((tx) => tx.select({ id: brands.id }).from(brands));
  return brand!.id;
};
const addBrand = (name: string): Promise<string> =>
  inTenant(async (tx) => {
    const id = newId();
    const row = { workspaceId: who.workspaceId, id, name, color: '#123456', createdAt: now };
    await tx.insert(brands).values(row);
    return id;
  });

async function addReader(address: string) {
  const contactId = newId();
  const addressId = newId();
  const stamps = { createdAt: now, updatedAt: now };
  await inTenant(async (tx) => {
    await tx.insert(contacts).values({ workspaceId: who.workspaceId, id: contactId, ...stamps });
    await tx.insert(addresses).values({
      workspaceId: who.workspaceId,
      id: addressId,
      contactId,
      channel: 'email',
      address,
      confirmedAt: now,
      ...stamps,
    });
  });
  return { workspaceId: who.workspaceId, contactId, addressId };
}

/** Whether an alert of a brand and a detector would go to an address, as the claim asks. */
const gets = async (addressId: string, brandId: string, detector: string): Promise<boolean> =>
  inTenant(async (tx) => {
    const [row] = await tx
      .select({ left: unsubscribed({ brandId: sql`${brandId}::uuid`, detector: sql`${detector}::text` }) })
      .from(addresses)
      .where(eq(addresses.id, addressId));
    return !row!.left;
  });

const post = (fields: Record<string, string | string[]>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    ),
  ),
});
const ONE_CLICK = post({ 'List-Unsubscribe': 'One-Click' });

describe('the link below an email', () => {
  it('shows a page and changes nothing when it is opened; one POST leaves the brand, and no other', async () => {
    const [first, second] = [await brandOf(), await addBrand('Night Desk')];
    const reader = await addReader('ada@desk.example');
    const path = `/${links.tokenOf({ ...reader, brandId: first, topic: 'moves' })}`;
    const opened = await unsubscribe().request(path);
    const html = await opened.text();
    expect(opened.status).toBe(200);
    expect(html).toContain('a•••@desk.example');
    expect(html).not.toMatch(/ada@|<script/);
    expect(opened.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await gets(reader.addressId, first, 'big_move')).toBe(true);
    for (let n = 0; n < 2; n += 1) expect((await unsubscribe().request(path, ONE_CLICK)).status).toBe(200);
    expect(await gets(reader.addressId, first, 'big_move')).toBe(false);
    expect(await gets(reader.addressId, second, 'big_move')).toBe(true);
    const said = await inTenant((tx) => tx.select().from(consents));
    expect(said).toMatchObject([{ kind: 'withdrawn', source: 'one_click', brandId: first }]);
  });

  it('leaves one topic, or everything on every channel', async () => {
    const [first, second] = [await brandOf(), await addBrand('Night Desk')];
    const reader = await addReader('ada@desk.example');
    const path = `/${links.tokenOf({ ...reader, brandId: first, topic: 'moves' })}`;
    await unsubscribe().request(path, post({ scope: 'topic' }));
    expect(await gets(reader.addressId, first, 'gap')).toBe(false);
    expect(await gets(reader.addressId, first, 'golden_cross')).toBe(true);
    expect(await gets(reader.addressId, first, 'something new')).toBe(true);
    await unsubscribe().request(path, post({ scope: 'everything' }));
    expect(await gets(reader.addressId, first, 'golden_cross')).toBe(false);
    expect(await gets(reader.addressId, second, 'golden_cross')).toBe(false);
  });

  it('is of no use for anyone else, and says nothing of whom it knows', async () => {
    const reader = await addReader('ada@desk.example');
    const brandId = await brandOf();
    const other = await newWorkspace(db);
    const token = links.tokenOf({ ...reader, brandId, topic: 'moves' });
    const elsewhere = links.tokenOf({ ...reader, workspaceId: other.workspaceId, brandId, topic: 'moves' });
    for (const wrong of [`${token}x`, token.replace('.moves.', '.news.'), elsewhere, 'x'])
      for (const routes of [unsubscribe(), preferences()])
        expect((await routes.request(`/${wrong}`, ONE_CLICK)).status).toBe(404);
    expect(await gets(reader.addressId, brandId, 'gap')).toBe(true);
  });

  it('of an email from before still works, and agrees with the setting of the member', async () => {
    const { workspaceId, userId } = who;
    const signature = createHmac('sha256', KEY).update(`${workspaceId} ${userId}`).digest('base64url');
    const path = `/${workspaceId}.${userId}.${signature}`;
    const alerts = async () =>
      (await inTenant((tx) => mailChoices(tx, who))).find(({ kind }) => kind === 'alert_emails')?.mail;
    const choose = (mail: boolean) =>
      inTenant((tx) => chooseMail(tx, who, { kind: 'alert_emails', mail }, now));
    expect(await alerts()).toBe(true);
    expect((await unsubscribe().request(path, ONE_CLICK)).status).toBe(200);
    expect(await alerts()).toBe(false);
    await choose(true);
    expect(await alerts()).toBe(true);
    await choose(false);
    expect(await alerts()).toBe(false);
    const saved = await preferences().request(
      path,
      post({ action: 'save', channel: 'email', topic: ['moves'] }),
    );
    expect(saved.status).toBe(303);
    const shown = new URL(saved.headers.get('location') ?? '', 'https://site.example');
    expect(
      await (await preferences().request(shown.pathname.replace('/preferences', '') + shown.search)).text(),
    ).toContain('Saved.');
    expect(await alerts()).toBe(true);
  });

  it('follows an address to the contact that two became', async () => {
    const brandId = await brandOf();
    const [one, other] = [await addReader('one@desk.example'), await addReader('two@desk.example')];
    const token = links.tokenOf({ ...one, brandId, topic: 'moves' });
    await unsubscribe().request(`/${token}`, post({ scope: 'topic' }));
    await inTenant(async (tx) => {
      await tx.update(addresses).set({ contactId: other.contactId }).where(eq(addresses.id, one.addressId));
    });
    expect(await gets(other.addressId, brandId, 'gap')).toBe(false);
    expect(await gets(other.addressId, brandId, 'news')).toBe(true);
    await unsubscribe().request(`/${token}`, ONE_CLICK);
    expect(await gets(other.addressId, brandId, 'news')).toBe(false);
  });
});

describe('preferences', () => {
  it('hold per brand, and coming back to one brand is coming back to no other', async () => {
    const [first, second] = [await brandOf(), await addBrand('Night Desk')];
    const reader = await addReader('ada@desk.example');
    const path = `/${links.tokenOf({ ...reader, brandId: first, topic: 'moves' })}`;
    const all = [
      'moves',
      'extremes',
      'trends',
      'activity',
      'patterns',
      'conditions',
      'news',
      'calendar',
      'other',
    ];
    await preferences().request(path, post({ action: 'save', channel: 'email', topic: ['news'] }));
    expect(await gets(reader.addressId, first, 'news')).toBe(true);
    expect(await gets(reader.addressId, first, 'gap')).toBe(false);
    expect(await gets(reader.addressId, second, 'gap')).toBe(true);
    const shown = await (await preferences().request(path)).text();
    expect(shown).toMatch(/value="news" checked/);
    expect(shown).not.toMatch(/value="moves" checked/);
    await preferences().request(path, post({ action: 'leave' }));
    expect(await gets(reader.addressId, second, 'gap')).toBe(false);
    await preferences().request(path, post({ action: 'save', channel: 'email', topic: all }));
    expect(await gets(reader.addressId, first, 'gap')).toBe(true);
    expect(await gets(reader.addressId, second, 'gap')).toBe(false);
    await preferences().request(path, post({ action: 'save', topic: all }));
    expect(await gets(reader.addressId, first, 'gap')).toBe(false);
  });
});

describe('preferences of time, language and symbols', () => {
  const ALL = { action: 'save', channel: 'email', topic: ['moves'], symbols: 'all' };
  const NIGHT = { quiet: 'yes', quietFrom: '22:00', quietTo: '07:00' };
  const WHEN = { cadence: 'daily', digestHour: '18', timeZone: 'Europe/Berlin', language: 'de' };

  it('are saved, and shown as they were saved', async () => {
    const brandId = await brandOf();
    const reader = await addReader('ada@desk.example');
    const path = `/${links.tokenOf({ ...reader, brandId, topic: null })}`;
    await inTenant((tx) => tx.update(rules).set({ state: 'active' }));
    const before = await (await preferences().request(path)).text();
    expect(before).toMatch(/value="instant" checked/);
    expect(before).toMatch(/value="UTC" selected/);
    const [, spx = ''] = /name="symbol" value="([^"]+)">SPX/.exec(before) ?? [];
    const wanted = { ...ALL, ...NIGHT, ...WHEN, symbols: 'some', symbol: [spx], quietDay: ['6', '7', '9'] };
    expect((await preferences().request(path, post(wanted))).status).toBe(303);
    const after = await (await preferences().request(path)).text();
    for (const set of [
      /value="daily" checked/,
      /value="18" selected/,
      /value="Europe\/Berlin" selected/,
      /value="de" selected/,
      /name="quiet" value="yes" checked/,
      /name="quietFrom" value="22:00"/,
      /name="quietDay" value="6" checked/,
      /name="quietDay" value="5">/,
      /value="some" checked/,
      new RegExp(`value="${spx}" checked`),
    ])
      expect(after).toMatch(set);
    // A form of before asks for none of it, and changes none of it.
    await preferences().request(path, post({ action: 'save', channel: 'email', topic: ['news'] }));
    expect(await (await preferences().request(path)).text()).toMatch(/value="daily" checked/);
  });

  it('that make no sense are answered with a sentence, and nothing is saved', async () => {
    const brandId = await brandOf();
    const reader = await addReader('eve@desk.example');
    const path = `/${links.tokenOf({ ...reader, brandId, topic: 'moves' })}`;
    const wrong: [Record<string, string | string[]>, string][] = [
      [{ cadence: 'weekly' }, 'Choose how often you get alerts.'],
      [{ timeZone: 'Mars/Olympus' }, 'Choose a time zone from the list.'],
      [{ timeZone: "'; drop table contacts; --" }, 'Choose a time zone from the list.'],
      [{ language: '<b>' }, 'Choose a language from the list.'],
      [{ quietDay: ['1', '2', '3', '4', '5', '6', '7'] }, 'Leave at least one day with alerts.'],
      [{ quietFrom: '25:00' }, 'Enter quiet hours like 22:00 to 07:00.'],
      [{ quietTo: '' }, 'Enter quiet hours like 22:00 to 07:00.'],
      [{ quietTo: '22:00' }, 'Quiet hours need an end that differs from their start.'],
      [
        { symbols: 'some', symbol: ['x', '01900000-0000-7000-8000-000000000999'] },
        'Choose at least one symbol, or all of them.',
      ],
      [{ action: '\u0000' }, 'Nothing was saved. Choose below, then save.'],
    ];
    for (const [given, sentence] of wrong) {
      const answer = await preferences().request(path, post({ ...ALL, ...NIGHT, ...WHEN, ...given }));
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(sentence);
    }
    expect(await inTenant((tx) => tx.$count(preferencesTable))).toBe(0);
  });
});

describe('suppression', () => {
  const reached = (address: string) => ({ workspaceId: who.workspaceId, channel: 'email', address }) as const;
  const hard = () =>
    ({ cause: 'hard_bounce', detail: '550 no such user', source: 'reply', at: now }) as const;
  const suppressedAt = async (id: string) =>
    (await inTenant((tx) => tx.select().from(addresses).where(eq(addresses.id, id))))[0]?.suppressedAt;

  it('holds for an address however it is written, and for one that comes back by an import', async () => {
    const reader = await addReader('Ada@Desk.example');
    await inTenant((tx) => suppressAddress(tx, reached(' ada@desk.EXAMPLE '), hard()));
    expect(await suppressedAt(reader.addressId)).toEqual(now);
    await inTenant((tx) => tx.delete(addresses).where(eq(addresses.id, reader.addressId)));
    const again = await addReader('ada@desk.example');
    expect(await suppressedAt(again.addressId)).not.toBeNull();
    const other = await addReader('grace@desk.example');
    expect(await suppressedAt(other.addressId)).toBeNull();
    await inTenant((tx) =>
      tx.update(addresses).set({ address: 'ADA@desk.example' }).where(eq(addresses.id, other.addressId)),
    );
    expect(await suppressedAt(other.addressId)).not.toBeNull();
  });

  it('is another workspace’s business nowhere', async () => {
    const mine = who;
    await inTenant((tx) => suppressAddress(tx, reached('ada@desk.example'), hard()));
    who = await newWorkspace(db);
    const theirs = await addReader('ada@desk.example');
    expect(await suppressedAt(theirs.addressId)).toBeNull();
    const { rows } = await db.admin.query(
      'select count(distinct address_hash) as hashes from suppressions where workspace_id = $1',
      [mine.workspaceId],
    );
    expect(rows[0].hashes).toBe('1');
    await expect(db.app.$client.query('select * from address_hash_key')).rejects.toThrow('permission denied');
  });

  it('is lifted with a reason, and its history stays', async () => {
    const reader = await addReader('ada@desk.example');
    await inTenant((tx) => suppressAddress(tx, reached('ada@desk.example'), hard()));
    const page = await inTenant((tx) =>
      listSuppressions(tx, { workspaceId: who.workspaceId, words: 'ADA@', after: null, limit: 50 }),
    );
    expect(page).toMatchObject({ total: 1, next: null, items: [{ cause: 'hard_bounce', source: 'reply' }] });
    const which = { workspaceId: who.workspaceId, id: page.items[0]!.id };
    const lifted = { reason: 'The mailbox works again', source: 'api', by: 'Ada', at: now };
    await inTenant((tx) => liftSuppression(tx, which, lifted));
    expect(await suppressedAt(reader.addressId)).toBeNull();
    later(1);
    await inTenant((tx) =>
      suppressAddress(tx, reached('ada@desk.example'), { ...hard(), cause: 'complaint' }),
    );
    const [row] = (
      await inTenant((tx) => listSuppressions(tx, { workspaceId: who.workspaceId, after: null, limit: 50 }))
    ).items;
    const history = await inTenant((tx) => historyOf(tx, { ...which, id: row!.id }));
    expect(history?.map(({ kind, cause, by }) => [kind, cause, by])).toEqual([
      ['suppressed', 'complaint', ''],
      ['lifted', 'hard_bounce', 'Ada'],
      ['suppressed', 'hard_bounce', ''],
    ]);
    await expect(
      db.app.transaction((tx) => tx.execute(sql`delete from suppression_history`)),
    ).rejects.toMatchObject({ cause: { code: '42501' } });
  });

  it('comes at the fifth soft bounce in a row over three days, and not before', async () => {
    await addReader('ada@desk.example');
    const bounce = () =>
      inTenant((tx) =>
        countSoftBounce(tx, reached('ada@desk.example'), { detail: 'full', source: 'dsn', at: now }),
      );
    for (let n = 0; n < 6; n += 1) expect(await bounce(), 'all on one day').toBe(false);
    await inTenant((tx) => noteArrival(tx, reached('ada@desk.example')));
    for (const days of [1, 1, 1, 0.5]) {
      expect(await bounce(), 'the row began anew').toBe(false);
      later(days);
    }
    expect(await bounce()).toBe(true);
    expect(await inTenant((tx) => suppressionOf(tx, reached('ada@desk.example')))).toBe('soft_bounces');
  });

  it('keeps the worse cause', async () => {
    await inTenant((tx) => suppressAddress(tx, reached('ada@desk.example'), hard()));
    await inTenant((tx) =>
      suppressAddress(tx, reached('ada@desk.example'), { ...hard(), cause: 'complaint' }),
    );
    await inTenant((tx) => suppressAddress(tx, reached('ada@desk.example'), { ...hard(), cause: 'manual' }));
    expect(await inTenant((tx) => suppressionOf(tx, reached('ada@desk.example')))).toBe('complaint');
  });
});

describe('bounce reports', () => {
  const service = () =>
    createMailReporters({
      app: db.app,
      clock,
      encryptionKey: Buffer.alloc(32, 1),
      key: Buffer.alloc(32, 2),
      publicUrl: 'https://site.example',
      limits: { clock, hashKey: Buffer.alloc(32, 3) },
      fetchText: () => Promise.reject(new Error('nothing is fetched here')),
      ownPassword: 'of-the-installation',
    });
  const hooks = () =>
    createMailHooks({
      reporters: service(),
      clock,
      count: async () => ({ within: true, seconds: 60 }),
      clientNetwork: () => null,
      log: { error: (context, message) => expect.unreachable(`${message} ${JSON.stringify(context)}`) },
    });
  const by = () => ({
    workspaceId: who.workspaceId,
    actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
  });
  const bounce = (email: string, id = 1) =>
    JSON.stringify({
      RecordType: 'Bounce',
      ID: id,
      Type: 'HardBounce',
      Email: email,
      Details: 'smtp;550 5.1.1',
    });
  const call = (url: string, password: string, body: string) =>
    hooks().request(url.replace('https://site.example/hooks/mail', ''), {
      method: 'POST',
      body,
      headers: { Authorization: `Basic ${Buffer.from(`bellwire:${password}`).toString('base64')}` },
    });
  const listed = () =>
    inTenant((tx) => listSuppressions(tx, { workspaceId: who.workspaceId, after: null, limit: 50 }));

  it('suppress addresses of their own workspace, once, and nothing on a wrong password', async () => {
    await addReader('ada@desk.example');
    const made = await service().make(by(), { kind: 'postmark', secret: '' });
    expect((await call(made.url, 'wrong', bounce('ada@desk.example'))).status).toBe(401);
    expect((await listed()).total).toBe(0);
    expect((await service().list(who.workspaceId)).items[0]).toMatchObject({
      problem: 'The password is wrong.',
    });
    const answer = await call(made.url, made.password!, bounce('ada@desk.example'));
    expect([answer.status, await answer.json()]).toEqual([200, { received: true, events: 1 }]);
    expect((await listed()).items).toMatchObject([
      { address: 'ada@desk.example', cause: 'hard_bounce', source: 'postmark', detail: 'smtp;550 5.1.1' },
    ]);
    // The same call again, after it was lifted: it says nothing new.
    const lifted = { reason: 'again', source: 'api', by: 'Ada', at: now };
    const { id } = (await listed()).items[0]!;
    await inTenant((tx) => liftSuppression(tx, { workspaceId: who.workspaceId, id }, lifted));
    expect(await (await call(made.url, made.password!, bounce('ada@desk.example'))).json()).toMatchObject({
      events: 0,
    });
    expect((await listed()).total).toBe(0);
    // Somebody else's address is nobody's business here.
    expect(await (await call(made.url, made.password!, bounce('who@else.example', 2))).json()).toMatchObject({
      events: 0,
    });
    expect((await listed()).total).toBe(0);
  });

  it('open nothing under another kind, a changed token, another workspace’s or after they are disconnected', async () => {
    const mine = await service().make(by(), { kind: 'postmark', secret: '' });
    const other = await newWorkspace(db);
    const theirs = await service().make(
      { ...by(), workspaceId: other.workspaceId },
      { kind: 'postmark', secret: '' },
    );
    const wrong = [
      mine.url.replace('/postmark/', '/dsn/'),
      `${mine.url}x`,
      mine.url.replace(/\/[^/.]+\./, `/${theirs.url.split('/').at(-1)!.split('.')[0]}.`),
    ];
    for (const url of wrong)
      expect((await call(url, mine.password!, bounce('a@b.example'))).status).toBe(404);
    expect((await call(theirs.url, mine.password!, bounce('a@b.example'))).status).toBe(401);
    await service().remove(by(), mine.id);
    expect((await call(mine.url, mine.password!, bounce('a@b.example'))).status).toBe(404);
  });

  it('are not connected with what is no key, and not without end', async () => {
    await expect(service().make(by(), { kind: 'ses', secret: 'my topic' })).rejects.toThrow(
      'not a topic arn',
    );
    await expect(service().make(by(), { kind: 'fax', secret: '' })).rejects.toThrow('no such provider');
    for (let n = 0; n < 20; n += 1) await service().make(by(), { kind: 'dsn', secret: '' });
    await expect(service().make(by(), { kind: 'dsn', secret: '' })).rejects.toThrow('20 bounce reports');
  });
});
