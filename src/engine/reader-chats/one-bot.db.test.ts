import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import {
  addresses,
  alerts,
  audienceContacts,
  audiences,
  brands,
  connections as connectionsTable,
  contacts,
  readerBots,
  unsubscriptions,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import type { Call } from '#src/platform/net/call.ts';
import { createReaderActs } from '#src/subscribers/chats/acts.ts';
import { brandToken } from '#src/subscribers/chats/tokens.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { reachAhead } from '../alerts/reach.ts';
import { telegramReaders } from '../channels/telegram/readers.ts';
import { createConnections } from '../connections/connections.ts';
import { fireRule } from '../events/fire-rule.ts';
import { putRoutes } from '../routes/stored-routes.ts';
import { createReviewChats } from '../review-chats/chats.ts';
import { createReaderBots } from './reader-bots.ts';

const SITE = 'https://site.example';
const OURS = '100000001';
const OTHER = '200000002';
const CHAT = '424242001';
const tokenOf = (bot: string, rest = 'A') => `${bot}:${rest.repeat(35)}`;

let db: TestDatabase;
beforeAll(async () => void (db = await testDatabase()));
afterAll(() => db.drop());

const now = new Date('2026-11-23T10:00:00Z');
const clock = () => now;
/** Where each bot's calls go. */
let webhooks: Map<string, string>;
let who: { workspaceId: string; userId: string };
let harbor: string;
let beacon: string;
let first: string;
beforeEach(async () => {
  webhooks = new Map();
  who = await newWorkspace(db);
  const { workspaceId } = who;
  harbor = (await inTenant((tx) => tx.select().from(brands)))[0]!.id;
  beacon = newId();
  await inTenant((tx) => tx.update(brands).set({ name: 'Harbor' }));
  await inTenant((tx) =>
    tx.insert(brands).values({ workspaceId, id: beacon, name: 'Beacon', color: '#204060', createdAt: now }),
  );
  first = await connect('First', tokenOf(OURS));
});

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const by = () => ({
  ...who,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});

/** The Bot API, of any bot. */
async function call({ url, body }: Call) {
  const [, bot = '', method = ''] = /\/bot(\d+):[^/]+\/(\w+)$/.exec(url) ?? [];
  if (method === 'setWebhook') webhooks.set(bot, (JSON.parse(String(body)) as { url: string }).url);
  if (method === 'deleteWebhook') webhooks.delete(bot);
  const results: Readonly<Record<string, unknown>> = {
    getMe: { id: Number(bot), is_bot: true, username: `bot_${bot}` },
    getWebhookInfo: { url: webhooks.get(bot) ?? '' },
  };
  const result = results[method] ?? true;
  const answer = Buffer.from(JSON.stringify({ ok: true, result }));
  return { kind: 'answered' as const, status: 200, headers: {}, body: answer, retryAfterMs: null };
}
const mail = { from: '', transport: () => expect.unreachable('Nothing is mailed.') };
const callbackUrl = (of: { workspaceId?: string; connectionId: string }) =>
  `${SITE}/hooks/channels/${of.workspaceId ?? who.workspaceId}~${of.connectionId}`;
const parts = () => ({
  app: db.app,
  clock,
  encryptionKey: TEST_KEY,
  random: () => 0.5,
  mail,
  call,
  practices: false,
  publicUrl: SITE,
  callbackUrl,
  callbackOf: (url: string) => {
    const [, workspaceId = '', connectionId = ''] =
      /\/hooks\/channels\/([\w-]{36})~([\w-]{36})$/.exec(url) ?? [];
    return connectionId === '' ? null : { workspaceId, connectionId };
  },
});
const connections = () => createConnections(parts());
const bots = () => createReaderBots({ ...parts(), tokenOf: brandToken });
const reviews = () => createReviewChats(parts());
const connect = async (name: string, token: string) =>
  (await connections().add(by(), { channel: 'telegram', name, fields: { token } })).id;
const use = (brandId: string, connectionId: string) =>
  bots().set(by(), { brandId, connectionId, audienceId: null });
const isUsed = async (brandId: string) =>
  (await inTenant((tx) => tx.select().from(readerBots))).some((row) => row.brandId === brandId);

const acts = () =>
  createReaderActs({
    app: db.app,
    clock,
    limits: { db: db.app, clock, hashKey: TEST_KEY },
    publicUrl: SITE,
    links: createLinks({ key: TEST_KEY, publicUrl: SITE }),
  });
const botOver = (connectionId: string) => ({
  workspaceId: who.workspaceId,
  connectionId,
  channel: 'telegram' as const,
  account: OURS,
  addressOf: (chat: string) => `${OURS}/${chat}`,
});
const start = (connectionId: string, token: string | null, name = 'Grace') =>
  acts()(botOver(connectionId), { kind: 'start', chat: CHAT, name, language: 'en', token });
async function subscribe(connectionId: string, brandId: string, name?: string): Promise<void> {
  const asked = await start(connectionId, brandToken(brandId), name);
  if (!asked?.asks) throw new Error(`It didn’t ask: ${asked?.says}`);
  const { key } = asked.asks;
  await acts()(botOver(connectionId), { kind: 'answer', chat: CHAT, key, yes: true });
}
const left = async () => {
  const rows = await inTenant((tx) => tx.select().from(unsubscriptions));
  return rows.flatMap(({ brandId }) => brandId ?? []).toSorted();
};

describe('a bot that is connected twice', () => {
  it('is used over one connection: its calls stay there', async () => {
    await use(harbor, first);
    const second = await connect('Second', tokenOf(OURS));
    const refusal = `People subscribe with @bot_${OURS} over the connection “First” already. Choose that one.`;
    await expect(use(beacon, second)).rejects.toThrow(refusal);
    // Moving a brand would end the calls of the bot that it moves to.
    await expect(use(harbor, second)).rejects.toThrow(refusal);
    expect(webhooks.get(OURS)).toBe(callbackUrl({ connectionId: first }));
    expect(await isUsed(beacon)).toBe(false);
    await use(beacon, first);
    expect(await isUsed(beacon)).toBe(true);
  });

  it('isn’t taken from another workspace or program, and may be once it’s free', async () => {
    await use(harbor, first);
    const [home, at] = [who, webhooks.get(OURS)];
    who = await newWorkspace(db);
    const theirs = (await inTenant((tx) => tx.select().from(brands)))[0]!.id;
    const second = await connect('Desk', tokenOf(OURS));
    const refusal = /^This bot already reports to another connection or program/;
    await expect(use(theirs, second)).rejects.toThrow(refusal);
    await expect(reviews().set(by(), second, { on: true, place: null })).rejects.toThrow(refusal);
    expect([webhooks.get(OURS), await isUsed(theirs)]).toEqual([at, false]);
    // Its own address isn't another's, wherever the installation was.
    webhooks.set(OURS, callbackUrl({ connectionId: second }).replace(SITE, 'https://old.example'));
    await use(theirs, second);
    await bots().remove(by(), theirs);
    expect(webhooks.has(OURS)).toBe(false);
    await use(theirs, second);
    who = home;
  });

  it('may be connected again once its connection is deleted, here and in another workspace', async () => {
    const turnOn = (id: string) => reviews().set(by(), id, { on: true, place: null });
    await turnOn(first);
    await connections().remove(by(), first);
    expect(webhooks.has(OURS)).toBe(false);
    const second = await connect('Second', tokenOf(OURS));
    await turnOn(second);
    // As it was left before, and where the provider wasn't reached.
    const orphan = callbackUrl({ connectionId: first });
    webhooks.set(OURS, orphan);
    await turnOn(second);
    expect(webhooks.get(OURS)).toBe(callbackUrl({ connectionId: second }));
    webhooks.set(OURS, orphan);
    const home = who;
    who = await newWorkspace(db);
    const third = await connect('Third', tokenOf(OURS));
    await turnOn(third);
    const theirs = webhooks.get(OURS);
    expect(theirs).toBe(callbackUrl({ connectionId: third }));
    who = home;
    // Calls of other connections go on.
    await connections().remove(by(), second);
    expect(webhooks.get(OURS)).toBe(theirs);
  });

  it('is deleted also if its token can’t be opened', async () => {
    await use(harbor, first);
    await bots().remove(by(), harbor);
    webhooks.set(OURS, callbackUrl({ connectionId: first }));
    await createConnections({ ...parts(), encryptionKey: Buffer.alloc(32, 9) }).remove(by(), first);
    const [row] = await inTenant((tx) =>
      tx.select().from(connectionsTable).where(eq(connectionsTable.id, first)),
    );
    expect([row?.deletedAt, row?.sealed]).toEqual([now, null]);
  });

  it('may change its connection when nobody subscribes over the first any more', async () => {
    await use(harbor, first);
    const second = await connect('Second', tokenOf(OURS));
    await bots().remove(by(), harbor);
    await use(harbor, second);
    expect(webhooks.get(OURS)).toBe(callbackUrl({ connectionId: second }));
  });

  it('stops every brand that it sends for, over whichever connection', async () => {
    await use(harbor, first);
    await use(beacon, first);
    await subscribe(first, harbor);
    await subscribe(first, beacon);
    // As it could be set before.
    const second = await connect('Second', tokenOf(OURS));
    await inTenant((tx) =>
      tx.update(readerBots).set({ connectionId: second }).where(eq(readerBots.brandId, beacon)),
    );
    await acts()(botOver(second), { kind: 'stop', chat: CHAT });
    expect(await left()).toEqual([harbor, beacon].toSorted());
  });
});

describe('a connection that people subscribe over', () => {
  const change = (id: string, token: string) => connections().change(by(), id, { fields: { token } });
  const account = async (id: string) =>
    (await inTenant((tx) => tx.select().from(connectionsTable))).find((row) => row.id === id)?.account;

  it('keeps its bot, and takes a new token of it', async () => {
    await use(harbor, first);
    await expect(change(first, tokenOf(OTHER))).rejects.toThrow(
      `People subscribe with @bot_${OURS} over this connection. Connect the new bot as its own connection.`,
    );
    await change(first, tokenOf(OURS, 'B'));
    expect(await account(first)).toBe(OURS);
  });

  it('takes another bot when they don’t any more, and is known by that one', async () => {
    await use(harbor, first);
    await bots().remove(by(), harbor);
    await change(first, tokenOf(OTHER));
    expect(await account(first)).toBe(OTHER);
  });
});

describe('a bot of two brands', () => {
  it('asks for each brand, whatever the person gets from the other', async () => {
    await use(harbor, first);
    await use(beacon, first);
    await subscribe(first, harbor);
    expect((await start(first, brandToken(harbor)))?.says).toContain('You already get alerts from Harbor');
    const asked = await start(first, brandToken(beacon));
    expect(asked?.says).toContain('Do you want to get market alerts from Beacon');
    const key = asked?.asks?.key ?? '';
    await acts()(botOver(first), { kind: 'answer', chat: CHAT, key, yes: false });
    // A no to one isn't a yes because of the other.
    expect((await start(first, null))?.asks).toBeDefined();
    await subscribe(first, beacon);
    expect((await start(first, brandToken(beacon)))?.says).toContain('You already get alerts from Beacon');
  });
});

it('counts nobody whose chat another bot has', async () => {
  await use(harbor, first);
  await subscribe(first, harbor);
  const { workspaceId } = who;
  const list = newId();
  const [chat] = await inTenant((tx) => tx.select().from(addresses)).then((all) =>
    all.filter(({ channel }) => channel === 'telegram'),
  );
  const dated = { createdAt: now, updatedAt: now };
  const rule = await starterRule(db, workspaceId);
  await use(beacon, await connect('Other', tokenOf(OTHER)));
  await inTenant(async (tx) => {
    await tx.insert(audiences).values({ workspaceId, id: list, name: 'Readers', kind: 'list', ...dated });
    await tx
      .insert(audienceContacts)
      .values({ workspaceId, audienceId: list, contactId: chat!.contactId, addedAt: now });
    const to = (brandId: string) => ({ brandId, audienceIds: [list], destinationIds: [] });
    await putRoutes(tx, rule, [to(harbor), to(beacon)], now);
    await fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now });
  });
  const drafted = await inTenant((tx) => tx.select().from(alerts));
  const counted = new Map<string, number | undefined>();
  for (const { id, brandId } of drafted)
    counted.set(brandId, (await inTenant((tx) => reachAhead(tx, id, now)))?.people);
  expect(counted).toEqual(
    new Map([
      [harbor, 1],
      [beacon, 0],
    ]),
  );
});

it('keeps no name of a person who has none', async () => {
  await use(harbor, first);
  const update = {
    message: { from: { id: Number(CHAT) }, chat: { id: Number(CHAT), type: 'private' }, text: '/start' },
  };
  const came = telegramReaders.read(
    {
      method: 'POST',
      header: () => 'secret',
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify(update)),
      now,
    },
    { id: first, practice: false, settings: {}, secrets: {} },
    'secret',
  );
  const name = came?.act.kind === 'start' ? came.act.name : undefined;
  await subscribe(first, harbor, name);
  const people = await inTenant((tx) => tx.select().from(contacts));
  expect(people.filter(({ userId }) => userId === null).map((each) => each.name)).toEqual(['']);
});
