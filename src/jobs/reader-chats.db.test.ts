import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { suppressionOf } from '#src/db/queries/suppressions.ts';
import {
  addresses,
  alerts,
  audienceContacts,
  audiences,
  brands,
  connections as connectionsTable,
  consents,
  contacts,
  deliveries,
  fanOuts,
  ledgerEntries,
  readerChats,
  readerLinks,
  senders,
  unsubscriptions,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { addressForms } from '#src/engine/channels/address-forms.ts';
import { CallRefused } from '#src/engine/channels/callback.ts';
import { telegramPractice } from '#src/engine/channels/telegram/practice.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createCallbacks } from '#src/engine/connections/callbacks.ts';
import { callSecret } from '#src/engine/connections/call-secret.ts';
import { createConnections } from '#src/engine/connections/connections.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { createPaces } from '#src/engine/delivery/pace.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { readerLink } from '#src/engine/reader-chats/link.ts';
import { createReaderBots } from '#src/engine/reader-chats/reader-bots.ts';
import { createReaderCalls } from '#src/engine/reader-chats/take-call.ts';
import { createChatActs } from '#src/engine/review-chats/acts.ts';
import { createReviewChats } from '#src/engine/review-chats/chats.ts';
import { createChatCalls } from '#src/engine/review-chats/take-call.ts';
import { createContacts } from '#src/people/contacts.ts';
import { upsertContacts } from '#src/people/upsert.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import type { Mood } from '#src/platform/practice/provider.ts';
import { memoryRoom } from '#src/platform/practice/room.ts';
import { startPractice } from '#src/platform/practice/server.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { createPreferencesRoutes } from '#src/server/subscribers/preferences.ts';
import { createSignUpRoutes } from '#src/server/subscribers/sign-up.ts';
import { createReaderActs } from '#src/subscribers/chats/acts.ts';
import type { Offer } from '#src/subscribers/chats/offers.ts';
import { brandToken, formToken } from '#src/subscribers/chats/tokens.ts';
import { createErasure } from '#src/subscribers/erase.ts';
import { createLinks, createSigner } from '#src/subscribers/links.ts';
import { createPreferences } from '#src/subscribers/preferences.ts';
import { createSignupForms } from '#src/subscribers/sign-up/forms.ts';
import { createSignUps } from '#src/subscribers/sign-up/sign-up.ts';
import { createUnsubscribe } from '#src/subscribers/unsubscribe.ts';
import { TEST_KEY } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { fallOf2020, newWorkspace, starterRule } from '#tests/support/workspace.ts';
import { deliverAlertJob } from './deliver-alert.ts';

const SITE = 'https://site.example';
const BOT = '100000001';
/** The practice provider's person, whom it lets the bot write to. */
const PERSON = 424242001;

let db: TestDatabase;
let mood: Mood = 'takes';
let now = new Date('2026-11-23T10:00:00Z');
const room = memoryRoom(
  () => now.getTime(),
  () => mood,
);
let server: Awaited<ReturnType<typeof startPractice>>;
let call: ReturnType<typeof createCallProvider>;
beforeAll(async () => {
  db = await testDatabase();
  server = await startPractice({ providers: [telegramPractice], room });
  call = createCallProvider({ allowPrivate: false, agent: 'Test', now: () => 0, practiceUrl: server.url });
});
afterAll(async () => {
  await server.stop();
  await db.drop();
});

type Home = { workspaceId: string; userId: string; email: string };
let who: Home;
let connectionId: string;
let brandId: string;
let list: string;
let mailed: string[];
beforeEach(async () => {
  now = new Date('2026-11-23T10:00:00Z');
  mood = 'takes';
  mailed = [];
  for (const message of await room.messages('telegram')) await room.forget(message);
  who = await newWorkspace(db);
  brandId = (await inTenant((tx) => tx.select().from(brands)))[0]!.id;
  await inTenant((tx) => tx.update(brands).set({ name: 'Harbor', languages: ['en', 'de'] }));
  list = newId();
  await inTenant((tx) =>
    tx.insert(audiences).values({
      workspaceId: who.workspaceId,
      id: list,
      name: 'Readers',
      kind: 'list',
      createdAt: now,
      updatedAt: now,
    }),
  );
  connectionId = (await connections().addPractice(by(), { channel: 'telegram' })).id;
  await bots().set(by(), { brandId, connectionId, audienceId: list });
});

const clock = () => now;
const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000));
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const by = () => ({
  workspaceId: who.workspaceId,
  userId: who.userId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});
const mail = {
  from: 'alerts@site.example',
  transport: () => ({
    send: async ({ to }: { to: string }) => {
      mailed.push(to);
      return { kind: 'accepted' as const, response: 'ok' };
    },
    check: async () => null,
    close: () => undefined,
  }),
};
const base = () => ({
  app: db.app,
  system: db.system,
  enqueue: db.enqueue,
  announce: () => undefined,
  clock,
  instanceId: '00000000-0000-7000-8000-000000000001',
  log: { warn: () => undefined },
});
const parts = () => ({
  ...base(),
  encryptionKey: TEST_KEY,
  random: () => 0.5,
  mail,
  call,
  practices: true,
  publicUrl: SITE,
  callbackUrl: (of: { connectionId: string }) => `${SITE}/hooks/channels/${of.connectionId}`,
});
const links = createLinks({ key: TEST_KEY, publicUrl: SITE });
const limits = () => ({ db: db.app, clock, hashKey: TEST_KEY });
const linkTo = (offer: Offer, token: string) => readerLink(offer, token, SITE);
const connections = () => createConnections(parts());
const bots = () => createReaderBots({ ...parts(), tokenOf: brandToken });
const chats = () => createReviewChats(parts());
const callbacks = () =>
  createCallbacks({
    ...parts(),
    takeChatCalls: [
      createChatCalls({ ...parts(), acts: createChatActs(base()) }),
      createReaderCalls({
        ...parts(),
        acts: createReaderActs({ ...base(), limits: limits(), publicUrl: SITE, links }),
      }),
    ],
  });

type Said = { method?: string; text?: string; chat_id?: string; reply_markup?: { inline_keyboard: Key[][] } };
type Key = { text: string; callback_data: string };
let updates = 0;
/** An update as Telegram sends it to the webhook. @returns what the webhook answered */
async function update(body: object, { secret = callSecret(TEST_KEY, connectionId) } = {}): Promise<Said> {
  const taken = await callbacks().take(
    { workspaceId: who.workspaceId, connectionId },
    {
      method: 'POST',
      header: (name) => (name === 'x-telegram-bot-api-secret-token' ? secret : null),
      query: new URLSearchParams(),
      body: Buffer.from(JSON.stringify({ update_id: (updates += 1), ...body })),
      now,
    },
  );
  // Null is no answer at all, and Telegram would come again.
  expect(taken).not.toBeNull();
  return JSON.parse(taken?.answer?.body ?? '{}') as Said;
}
const from = (id: number, language = 'en') => ({
  id,
  is_bot: false,
  first_name: 'Grace',
  last_name: 'Hopper',
  language_code: language,
});
const inChat = (id: number) => ({ id, type: 'private', first_name: 'Grace' });
const write = (text: string, id = PERSON, language = 'en') =>
  update({ message: { message_id: 7, date: 0, from: from(id, language), chat: inChat(id), text } });
const press = (data: string, id = PERSON, chat: object = inChat(id)) =>
  update({ callback_query: { id: '1', from: from(id), data, message: { message_id: 7, date: 0, chat } } });
const keysOf = (said: Said): Key[] => said.reply_markup?.inline_keyboard.flat() ?? [];
/** Starts and says yes. */
async function subscribe(token = '', id = PERSON): Promise<Said> {
  const asked = await write(`/start ${token}`.trim(), id);
  const [yes] = keysOf(asked);
  if (!yes) throw new Error(`It didn’t ask: ${asked.text}`);
  await press(yes.callback_data, id);
  return asked;
}

const addressOf = (id: number) => `${BOT}/${id}`;
const chatOf = async (id = PERSON) =>
  (await inTenant((tx) => tx.select().from(addresses))).find(({ address }) => address === addressOf(id));
const readers = async () =>
  (await inTenant((tx) => tx.select().from(contacts))).filter(
    (each) => each.userId === null && !each.deletedAt,
  );
const leftNow = async () =>
  (await inTenant((tx) => tx.select().from(unsubscriptions))).filter(({ endedAt }) => endedAt === null);
const given = async () =>
  (await inTenant((tx) => tx.select().from(consents))).filter(({ channel }) => channel === 'telegram');

describe('subscribing', () => {
  it('asks in the brand’s name, and makes a contact only by a yes', async () => {
    const asked = await write(`/start ${brandToken(brandId)}`);
    expect(asked).toMatchObject({ method: 'sendMessage', chat_id: String(PERSON) });
    expect(asked.text).toBe(
      'Do you want to get market alerts from Harbor in this chat? You can stop at any time by sending /stop.',
    );
    expect(keysOf(asked).map(({ text }) => text)).toEqual(['Yes, send me alerts', 'No']);
    expect(await readers()).toEqual([]);
    expect(await given()).toEqual([]);
    await press(keysOf(asked)[0]!.callback_data);
    const [contact, ...others] = await readers();
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ name: 'Grace Hopper', language: 'en' });
    expect(await chatOf()).toMatchObject({
      contactId: contact?.id,
      channel: 'telegram',
      account: BOT,
      confirmedAt: now,
      suppressedAt: null,
    });
    expect(await given()).toMatchObject([
      {
        kind: 'given',
        source: 'chat',
        brandId,
        contactId: contact?.id,
        wording: asked.text,
        ip: null,
        at: now,
      },
    ]);
    const kept = await inTenant((tx) => tx.select().from(ledgerEntries));
    expect(kept.at(-1)?.kind).toBe('consent');
    expect(JSON.parse(kept.at(-1)!.body)).toMatchObject({
      source: 'chat',
      channel: 'telegram',
      kind: 'given',
    });
    const on = await inTenant((tx) => tx.select().from(audienceContacts));
    expect(on.filter(({ audienceId }) => audienceId === list)).toMatchObject([{ contactId: contact?.id }]);
    expect((await bots().list(who.workspaceId)).items).toMatchObject([{ brandId, subscribers: 1 }]);
  });

  it('asks in the person’s language where the brand writes in it', async () => {
    expect((await write('/start', PERSON, 'de-AT')).text).toContain('Möchten Sie Marktmeldungen von Harbor');
    expect((await write('/start', 5_000_001, 'fr')).text).toContain('Do you want');
  });

  it('takes a no, and asks again', async () => {
    const asked = await write('/start');
    await press(keysOf(asked)[1]!.callback_data);
    expect(await readers()).toEqual([]);
    // What was answered stays answered.
    await press(keysOf(asked)[0]!.callback_data);
    expect(await readers()).toEqual([]);
    await subscribe();
    expect(await readers()).toHaveLength(1);
    expect((await write('/start')).text).toContain('You already get alerts from Harbor here.');
  });

  it('a repeated update changes nothing', async () => {
    const asked = await write('/start');
    const again = await write('/start');
    expect(keysOf(again)).toEqual(keysOf(asked));
    const [yes] = keysOf(asked);
    for (let n = 0; n < 3; n += 1) await press(yes!.callback_data);
    expect(await readers()).toHaveLength(1);
    expect(await given()).toHaveLength(1);
    await write('/stop');
    await write('/stop');
    expect(await given()).toHaveLength(2);
    // A yes from before doesn't bring them back.
    await press(yes!.callback_data);
    expect(await leftNow()).toHaveLength(1);
  });

  it('a form’s link joins the form’s list; a closed form’s and another workspace’s don’t work', async () => {
    const other = newId();
    await inTenant((tx) =>
      tx.insert(audiences).values({
        workspaceId: who.workspaceId,
        id: other,
        name: 'From the site',
        kind: 'list',
        createdAt: now,
        updatedAt: now,
      }),
    );
    const form = await makeForm(other);
    await subscribe(formToken(form.id));
    const on = await inTenant((tx) => tx.select().from(audienceContacts));
    expect(on.map(({ audienceId }) => audienceId)).toContain(other);
    await forms().change(by(), form.id, { closed: true });
    expect((await write(`/start ${formToken(form.id)}`, 5_000_002)).text).toContain('This link doesn’t work');
    const mine = who;
    const [elsewhere] = [await newWorkspace(db)];
    who = elsewhere;
    const theirs = (await inTenant((tx) => tx.select().from(brands)))[0]!.id;
    who = mine;
    expect((await write(`/start ${brandToken(theirs)}`, 5_000_002)).text).toContain('This link doesn’t work');
    expect(await readers()).toHaveLength(1);
  });

  it('says so where the plan has no room', async () => {
    const asked = await write('/start');
    await db.admin.query(
      `insert into contact_counts (workspace_id, contacts) values ($1, 25000)
       on conflict (workspace_id) do update set contacts = excluded.contacts`,
      [who.workspaceId],
    );
    await press(keysOf(asked)[0]!.callback_data);
    expect(await readers()).toEqual([]);
  });
});

describe('a link of one person’s', () => {
  /** Somebody with an email address who opens their preferences page. @returns the token of the link that it makes */
  async function person(email = 'ada@desk.example') {
    const contact = await people().create(by(), {
      addresses: [{ channel: 'email', address: email }],
      confirmed: true,
    });
    const token = links.tokenOf({
      workspaceId: who.workspaceId,
      contactId: contact.id,
      brandId,
      topic: null,
      addressId: contact.addresses[0]!.id,
    });
    return { contactId: contact.id, token };
  }
  const linkOn = async (token: string): Promise<string> => {
    const page = await preferencePages().request(`/${token}`, {
      method: 'POST',
      body: new URLSearchParams({ action: 'chat' }),
    });
    return /[?]code=(p_[\w-]+)/.exec(await page.text())?.[1] ?? '';
  };

  it('adds the chat to them, by their own yes, once', async () => {
    const { contactId, token } = await person();
    const shown = await (await preferencePages().request(`/${token}`)).text();
    expect(shown).toContain('Add Telegram');
    expect(await inTenant((tx) => tx.$count(readerLinks)), 'opening it makes no link').toBe(0);
    const link = await linkOn(token);
    expect(link.length).toBeLessThanOrEqual(64);
    const asked = await subscribe(link);
    expect(asked.text).toContain('This adds this chat to the subscription of a•••@desk.example.');
    expect(await chatOf()).toMatchObject({ contactId });
    expect(await readers()).toHaveLength(1);
    const [consent] = await given();
    expect(consent).toMatchObject({ contactId, wording: expect.stringMatching(/^Do you want/) });
    expect(asked.text).toContain(consent?.wording);
    expect(consent?.wording, 'it stays when the person is erased').not.toContain('@');
    // Another chat can't use it.
    expect((await write(`/start ${link}`, 5_000_003)).text).toContain('This link doesn’t work');
    expect(keysOf(await write(`/start ${link}`, 5_000_003))).toEqual([]);
    const after = await (await preferencePages().request(`/${token}`)).text();
    expect(after).not.toContain('Add Telegram');
    expect(after).toContain('Telegram');
  });

  it('is bound to the chat that opened it first, and expires', async () => {
    const { token } = await person();
    const link = await linkOn(token);
    const asked = await write(`/start ${link}`);
    expect((await write(`/start ${link}`, 5_000_004)).text).toContain('This link doesn’t work');
    // The same call once more, or the same person.
    expect(keysOf(await write(`/start ${link}`))).toEqual(keysOf(asked));
    // Nobody presses another chat's button.
    const [yes] = keysOf(asked);
    await press(yes!.callback_data, 5_000_004);
    await press(yes!.callback_data, 5_000_004, inChat(PERSON));
    expect(await chatOf(5_000_004)).toBeUndefined();
    expect(await chatOf()).toBeUndefined();
    const old = await linkOn(token);
    later(61);
    expect((await write(`/start ${old}`, 5_000_005)).text).toContain('This link doesn’t work');
  });

  it('makes one person of two where the chat was all that was known of the other', async () => {
    await subscribe();
    const { contactId, token } = await person();
    await subscribe(await linkOn(token));
    expect(await readers()).toMatchObject([{ id: contactId, name: 'Grace Hopper' }]);
    expect(await chatOf()).toMatchObject({ contactId });
    const on = await inTenant((tx) => tx.select().from(audienceContacts));
    expect(on.filter((each) => each.audienceId === list)).toMatchObject([{ contactId }]);
  });

  it('is on the page after the email was confirmed', async () => {
    const form = await makeForm(list);
    const page = await signUpPages().request(`/${form.url.split('/s/')[1]}`);
    expect(await page.text()).toContain(`code=${formToken(form.id)}`);
    expect(form.embed.html).toContain('Subscribe on Telegram');
    await signUpPages().request(`/${form.url.split('/s/')[1]}`, {
      method: 'POST',
      body: new URLSearchParams({ email: 'mary@desk.example', agreed: 'yes' }),
    });
    const { rows } = await db.admin.query<{ id: string }>('select id from sign_ups where workspace_id = $1', [
      who.workspaceId,
    ]);
    const { packIds } = await import('#src/subscribers/packed-ids.ts');
    const path = `/confirm/${signer.seal(packIds(who.workspaceId, rows[0]!.id))}`;
    expect(await (await signUpPages().request(path)).text()).not.toContain('?code=');
    const done = await (await signUpPages().request(path, { method: 'POST' })).text();
    await subscribe(/[?]code=(p_[\w-]+)/.exec(done)?.[1]);
    const [contact, ...others] = await readers();
    expect(others).toEqual([]);
    expect(await chatOf()).toMatchObject({ contactId: contact?.id });
  });
});

describe('leaving', () => {
  it.each(['/stop', 'stop', 'STOP'])('by %s, and back by /start', async (text) => {
    await subscribe();
    expect((await write(text)).text).toContain('You’re unsubscribed');
    expect(await leftNow()).toMatchObject([{ channel: 'telegram', brandId, source: 'chat' }]);
    expect((await write(text)).text).toContain('You don’t get alerts here.');
    await subscribe();
    expect(await leftNow()).toEqual([]);
    expect((await given()).map(({ kind }) => kind)).toEqual(['given', 'withdrawn', 'given', 'given']);
  });

  it('by blocking the bot, which answers nothing', async () => {
    await subscribe();
    const blocked = (status: string, type = 'private') =>
      update({
        my_chat_member: { chat: { id: PERSON, type }, from: from(PERSON), new_chat_member: { status } },
      });
    expect(await blocked('member')).toEqual({});
    expect(await blocked('kicked', 'group')).toEqual({});
    expect(await leftNow()).toEqual([]);
    expect(await blocked('kicked')).toEqual({});
    expect(await leftNow()).toHaveLength(1);
  });

  it('in one of two chats keeps the other', async () => {
    const [one, two] = [PERSON, 5_000_006];
    await subscribe('', one);
    const first = (await chatOf(one))!.contactId;
    await subscribe('', two);
    await people().merge(by(), first, [(await chatOf(two))!.contactId]);
    expect((await write('/stop', two)).text).toContain('You’re unsubscribed');
    expect(await leftNow()).toEqual([]);
    expect((await chatOf(one))?.contactId).toBe(first);
    expect((await chatOf(two))?.contactId).not.toBe(first);
    expect((await write('/stop', two)).text).toContain('You don’t get alerts here.');
  });
});

describe('whatever else is written', () => {
  it('/settings answers with the signed link, to the chat alone', async () => {
    expect((await write('/settings')).text).toContain('You don’t get alerts here.');
    await subscribe();
    const said = await write('/settings');
    const [, token = ''] = /\/preferences\/(\S+)/.exec(said.text ?? '') ?? [];
    expect(links.read(token)).toMatchObject({ brandId, contactId: (await chatOf())?.contactId });
    const page = await (await preferencePages().request(`/${token}`)).text();
    expect(page).toContain('Your alerts from Harbor');
    expect(page).not.toContain(String(PERSON));
  });

  it('is answered a few times an hour, then not at all', async () => {
    const answers: (string | undefined)[] = [];
    for (let n = 0; n < 6; n += 1) answers.push((await write(`Buy ${n} TSLA now`)).text);
    expect(answers.filter((text) => text?.startsWith('This bot sends alerts from Harbor'))).toHaveLength(3);
    for (let n = 0; n < 60; n += 1) await write('/start', 5_000_007);
    expect(await write('/start', 5_000_007)).toEqual({});
    // Stopping works always.
    expect((await write('/stop', 5_000_007)).text).toContain('You don’t get alerts here.');
    expect(await inTenant((tx) => tx.$count(readerChats))).toBe(1);
    later(61);
    expect((await write('Hello')).text).toContain('This bot sends alerts');
  });

  it('in a group is no reader’s', async () => {
    const chat = { id: -1001234567890, type: 'supergroup', title: 'Traders' };
    for (const text of ['/start', '/stop', 'stop', 'Hello'])
      expect(await update({ message: { message_id: 7, from: from(PERSON), chat, text } })).toEqual({});
    expect(await press(`y:${newId()}`, PERSON, chat)).toEqual({});
  });

  it('a forged update is refused, and nothing of it is believed', async () => {
    await expect(write('/start').then(() => update({}, { secret: 'x'.repeat(64) }))).rejects.toThrow(
      CallRefused,
    );
    await expect(update({}, { secret: callSecret(TEST_KEY, newId()) })).rejects.toThrow(CallRefused);
    expect(await update({ message: { chat: 'nonsense' } })).toEqual({});
  });
});

describe('members’ approval in the same bot', () => {
  it('is nothing that a reader can touch', async () => {
    await chats().set(by(), connectionId, { on: true, place: null });
    await subscribe();
    const { code } = await chats().link(who.workspaceId, { userId: who.userId }, connectionId);
    const alertId = await compose();
    const before = await inTenant((tx) => tx.select().from(alerts));
    for (const text of ['/approve', 'approve', `/start ${'a'.repeat(20)}`, 'Publish SPY', '/start a:1'])
      await write(text);
    for (const letter of ['a', 'r']) await press(`${letter}:${alertId}`);
    await update({
      message: {
        message_id: 8,
        from: from(PERSON),
        chat: inChat(PERSON),
        text: 'stop',
        reply_to_message: { message_id: 7 },
      },
    });
    expect(await leftNow(), 'a reply is read as what it says').toHaveLength(1);
    expect(await inTenant((tx) => tx.select().from(alerts))).toEqual(before);
    // The member's code still links the member, and a member is no reader by that.
    expect((await write(`/start ${code}`, 5_000_008)).text).toContain('You’re linked as');
    expect(await chatOf(5_000_008)).toBeUndefined();
  });

  it('shares the webhook: it stays until nothing needs it', async () => {
    const hook = async () => (await room.messages('telegram-webhook')).at(-1)?.own;
    await chats().set(by(), connectionId, { on: true, place: null });
    await bots().remove(by(), brandId);
    expect(await hook()).toMatchObject({ url: expect.stringContaining(connectionId) });
    await bots().set(by(), { brandId, connectionId, audienceId: null });
    await chats().set(by(), connectionId, { on: false, place: null });
    expect(await hook()).toMatchObject({ url: expect.stringContaining(connectionId) });
    await bots().remove(by(), brandId);
    expect(await hook()).toMatchObject({ url: '' });
    expect(await inTenant((tx) => tx.select().from(senders))).toEqual([]);
  });
});

describe('an alert', () => {
  it('reaches the chat by the brand’s bot, once, beside the emails', async () => {
    await subscribe();
    const alertId = await sendAlert();
    const [message, ...others] = (await room.messages('telegram', String(PERSON))).filter(({ text }) =>
      text.includes('11.98%'),
    );
    expect(others).toEqual([]);
    expect(message?.text).toContain('S&P');
    expect(mailed).toEqual([who.email]);
    const rows = await inTenant((tx) => tx.select().from(deliveries));
    expect(rows.filter(({ channel }) => channel === 'telegram')).toMatchObject([
      { state: 'sent', contactId: (await chatOf())?.contactId, alertId },
    ]);
  });

  it('is for nobody in a chat where nobody has one, and costs no lane', async () => {
    await sendAlert();
    const opened = await inTenant((tx) => tx.select().from(fanOuts));
    expect(opened.map(({ channels }) => channels)).toEqual([['email']]);
  });

  it('leaves out whose chat another bot has: that one alone can write to them', async () => {
    await subscribe();
    await inTenant((tx) => tx.update(connectionsTable).set({ account: '999999999' }));
    await sendAlert();
    expect(await room.messages('telegram', String(PERSON))).toEqual([]);
    const rows = await inTenant((tx) => tx.select().from(deliveries));
    expect(rows.map(({ channel }) => channel)).toEqual(['email']);
  });

  it('that is refused because they blocked the bot unsubscribes them, without suppressing the chat', async () => {
    await subscribe();
    mood = 'refuses';
    await sendAlert();
    expect(await leftNow()).toMatchObject([{ channel: 'telegram', source: 'chat' }]);
    const reached = { workspaceId: who.workspaceId, channel: 'telegram', address: addressOf(PERSON) };
    expect(await inTenant((tx) => suppressionOf(tx, reached))).toBeNull();
    mood = 'takes';
    await subscribe();
    expect(await leftNow()).toEqual([]);
    later(24 * 60);
    await sendAlert(1);
    expect(await room.messages('telegram', String(PERSON))).toHaveLength(1);
  });

  it('is held by quiet hours, and stopped by an unsubscribed brand', async () => {
    await subscribe();
    const contactId = (await chatOf())!.contactId;
    await db.admin.query(
      `insert into preferences (workspace_id, contact_id, brand_id, time_zone, quiet_from, quiet_to, updated_at)
       values ($1, $2, $3, 'UTC', 540, 720, now())`,
      [who.workspaceId, contactId, brandId],
    );
    await sendAlert();
    const rows = await inTenant((tx) => tx.select().from(deliveries));
    expect(rows.filter(({ channel }) => channel === 'telegram')).toMatchObject([{ state: 'held' }]);
    expect(await room.messages('telegram', String(PERSON))).toEqual([]);
  });
});

describe('the person', () => {
  it('is erased with the chat, and comes back only by a new yes', async () => {
    await subscribe();
    const { contactId } = (await chatOf())!;
    await createErasure({ app: db.app, clock }).erase(by(), contactId);
    expect(await chatOf()).toBeUndefined();
    expect(await inTenant((tx) => tx.$count(readerChats))).toBe(0);
    const reached = { workspaceId: who.workspaceId, channel: 'telegram', address: addressOf(PERSON) };
    expect(await inTenant((tx) => suppressionOf(tx, reached))).toBe('erased');
    expect((await write('/stop')).text).toContain('You don’t get alerts here.');
    await subscribe();
    expect(await inTenant((tx) => suppressionOf(tx, reached))).toBeNull();
    expect((await chatOf())?.contactId).not.toBe(contactId);
    expect((await chatOf())?.suppressedAt).toBeNull();
  });

  it('is entered by nobody else, and stays where a member changes the contact', async () => {
    const form = { addresses: [{ channel: 'telegram', address: addressOf(5_000_009) }], confirmed: true };
    await expect(people().create(by(), form)).rejects.toThrow('People subscribe on Telegram themselves');
    const { items } = await upsertContacts(peopleDeps())(by(), [form]);
    expect(items).toMatchObject([{ outcome: 'rejected' }]);
    await subscribe();
    const { contactId } = (await chatOf())!;
    const own = { channel: 'telegram', address: addressOf(PERSON) };
    const email = { channel: 'email', address: 'grace@desk.example' };
    const changed = await people().change(by(), contactId, { addresses: [own, email] });
    expect(changed.addresses.map(({ channel }) => channel).sort()).toEqual(['email', 'telegram']);
  });
});

const peopleDeps = () => ({ app: db.app, clock, addressForms });
const people = () => createContacts(peopleDeps());
const forms = () => createSignupForms({ app: db.app, clock, publicUrl: SITE, linkTo });
const makeForm = (audienceId: string) =>
  forms().make(by(), {
    name: `Website ${newId()}`,
    brandId,
    audienceId,
    title: 'Alerts',
    intro: '',
    consent: 'I agree.',
    button: 'Sign up',
    asksName: false,
    welcomeSubject: 'Welcome',
    welcomeText: 'Hello.',
  });
const signer = createSigner(TEST_KEY, 'sign-up');
const signUpPages = () =>
  createSignUpRoutes(
    createSignUps({
      app: db.app,
      clock,
      publicUrl: SITE,
      signer,
      limits: limits(),
      linkTo,
      enqueue: async () => undefined,
    }),
    createBrandPages([]),
    () => null,
  );
const preferencePages = () => {
  const deps = { app: db.app, clock, links, channelTitle: () => 'Telegram', linkTo };
  return createPreferencesRoutes(
    { preferences: createPreferences(deps), unsubscribe: createUnsubscribe(deps) },
    createBrandPages([]),
  );
};

async function compose(day = 0): Promise<string> {
  const { workspaceId } = who;
  const rule = await starterRule(db, workspaceId);
  const detection = { ...fallOf2020, time: fallOf2020.time + day * 86_400_000 };
  const alertId = await withTenant(db.app, workspaceId, (tx) =>
    fireRule(tx, db.enqueue, { rule, detection: day === 0 ? fallOf2020 : detection, trialRunId: null, now }),
  );
  await composeAlert(base(), { workspaceId, alertId: alertId! });
  return alertId!;
}

/** To the members and to everyone on the list. */
async function sendAlert(day = 0): Promise<string> {
  const { workspaceId } = who;
  await db.admin.query(
    'insert into audience_contacts select $1, $2, id, now() from contacts where workspace_id = $1 and deleted_at is null on conflict do nothing',
    [workspaceId, list],
  );
  const rule = await starterRule(db, workspaceId);
  await db.admin.query(`delete from routes where workspace_id = $1`, [workspaceId]);
  const { rows } = await db.admin.query<{ id: string }>(
    `insert into routes (workspace_id, id, rule_id, brand_id, position, approval, reach, created_at, updated_at)
     values ($1, gen_random_uuid(), $2, $3, 0, 'auto', 'each', now(), now()) returning id`,
    [workspaceId, rule.id, brandId],
  );
  await db.admin.query(
    `insert into route_targets (workspace_id, id, route_id, audience_id) values ($1, gen_random_uuid(), $2, $3)`,
    [workspaceId, rows[0]!.id, list],
  );
  const alertId = await compose(day);
  await deliverAlertJob({
    ...base(),
    mail,
    call,
    links,
    publicUrl: SITE,
    random: () => 0,
    sinks: new Map(),
    pace: createPaces({ own: 6, connection: 6 }, null),
    accounts: createAccounts({ ...base(), encryptionKey: TEST_KEY }),
    rates: createRates(limits()),
    onError: (error) => expect.unreachable(String(error)),
  })({ workspaceId, alertId }, {} as never);
  return alertId;
}
