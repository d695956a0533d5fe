import { lookup } from 'node:dns';
import { writeFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepSetting } from '#src/db/installation-settings.ts';
import { connections, sendingDomains } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { pigeon } from '#src/engine/channels/pigeon.fixture.ts';
import { addChannel, channelOf } from '#src/engine/channels/registry.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { OPENS_AFTER } from '#src/engine/connections/breaker.ts';
import { createDomainChecks } from '#src/engine/connections/domain-checks.ts';
import { FROM_INSTALLATION } from '#src/engine/delivery/sender-limit.ts';
import { createMailPools, type MailPools } from '#src/platform/mail/pools.ts';
import { connectThrough } from '#src/platform/mail/smtp-server.ts';
import { createMailTransport, type WatchedTransport } from '#src/platform/mail/transport.ts';
import { type Sender, senderSchema, sendersSchema, sendingDomainSchema } from '#src/shared/senders.ts';
import { fakeDns } from '#tests/fakes/dns.ts';
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/smtp.ts';
import { TEST_KEY, testApi } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { addMember, newWorkspace } from '#tests/support/workspace.ts';
import { noCalls } from '#tests/support/no-calls.ts';

const FROM = 'alerts@bellwire.example';
const DELIVERY = '0199a3f0-0000-7000-8000-000000000001';
const dns = fakeDns();

let db: TestDatabase;
let smtp: FakeSmtp;
let own: WatchedTransport;
let pools: MailPools;
let now = new Date('2026-11-23T10:00:00Z');
let who: { userId: string; workspaceId: string };
beforeAll(async () => {
  db = await testDatabase();
  await keepSetting(db.admin, FROM_INSTALLATION, 'limited');
});
afterAll(() => db.drop());
beforeEach(async () => {
  dns.clear();
  smtp = await startFakeSmtp();
  own = createMailTransport(smtp.url);
  pools = createMailPools({ own, now: () => now.getTime(), connectTo: connectThrough(lookup) });
  who = await newWorkspace(db, { companyName: 'Harbor' });
});
afterEach(async () => {
  own.close();
  pools.close();
  await smtp.stop();
});

const mail = () => ({ transport: pools.transport, from: FROM });
const base = () => ({ app: db.app, clock: () => now, encryptionKey: TEST_KEY });

const checks = () => createDomainChecks({ ...base(), dns: dns.resolver, mailFrom: FROM });

async function call(method: string, path: string, body?: unknown) {
  const parts = {
    connections: {
      ...base(),
      random: () => 0.5,
      mail: mail(),
      call: noCalls,
      practices: false,
      publicUrl: 'https://site.example',
      callbackUrl: () => '',
      checkDomain: checks().check,
    },
    senders: { ...base(), dns: dns.resolver, mailFrom: FROM },
  };
  const answer = await testApi(db, parts).request(path, {
    method,
    headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text === '' ? null : (JSON.parse(text) as unknown) };
}
const list = async (): Promise<Sender[]> => sendersSchema.parse((await call('GET', '/senders')).json).items;
async function set(fields: object, connectionId: string | null = null): Promise<Sender> {
  const [{ brandId } = { brandId: '' }] = await list();
  return senderSchema.parse(
    (await call('POST', '/senders', { brandId, channel: 'email', connectionId, fields })).json,
  );
}
async function connect(): Promise<string> {
  const fields = { host: '127.0.0.1', port: String(smtp.port), tls: 'none' };
  const made = await call('POST', '/connections', { channel: 'email', name: 'Our server', fields });
  return (made.json as { id: string }).id;
}
/** Enters what the screen shows. */
function publish({ domain }: Sender, besides: readonly string[] = []): void {
  for (const { record, type, host, value } of domain?.records ?? []) {
    if (besides.includes(record)) continue;
    if (type === 'TXT') dns.txt(host, value);
    else dns.mx(host, 'mx.harbor.example');
  }
}
const check = async ({ domain }: Sender) =>
  sendingDomainSchema.parse((await call('POST', `/sending-domains/${domain?.id}/check`)).json);

/** Sends one email of the brand, as the delivery job does. */
async function send() {
  const accounts = createAccounts({ ...base(), announce: () => undefined });
  const [{ brandId } = { brandId: '' }] = await list();
  const of = { workspaceId: who.workspaceId, brandId, channel: 'email', connectionId: null };
  const account = await accounts.accountOf(of);
  const outcome = await channelOf('email').send(
    { title: 'S&P 500 falls 11.98%', text: 'Text', html: '<p>Text</p>', media: [] },
    {
      deliveryId: DELIVERY,
      attempt: 1,
      target: 'address',
      address: 'reader@mail.example',
      unsubscribe: { url: 'https://site.example/u/abc', oneClick: true },
    },
    {
      connection: account.connection,
      sender: { brandName: 'Harbor', settings: account.settings, secrets: account.secrets },
      mail: mail(),
      call: noCalls,
      picture: async () => null,
      now: () => now.getTime(),
      random: () => 0,
    },
  );
  await accounts.ended(of, account, outcome);
  return { outcome, account };
}
const headOf = (raw = ''): string => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ');

/** By a library that has nothing to do with the one that signs. */
const verified = (raw: string) =>
  dkimVerify(Buffer.from(raw, 'latin1'), {
    resolver: (name: string, type: string) => {
      expect(type).toBe('TXT');
      return dns.resolver.resolveTxt(name);
    },
  });

describe('a brand without a sender of its own', () => {
  it('sends from the installation’s domain, with a Return-Path for each message', async () => {
    expect(await list()).toMatchObject([
      { brandName: 'Harbor', domain: null, reaches: 50, limitedBy: 'installation', settings: {} },
    ]);
    expect((await send()).outcome.outcome).toBe('sent');
    expect(headOf(smtp.mails[0])).toContain(`From: Harbor <${FROM}>`);
    expect(smtp.commands).toContain(`MAIL FROM:<alerts+${DELIVERY}@bellwire.example>`);
  });
});

/** It begins with few messages a day, until an owner says why it may send more. */
async function endsWarmUp({ domain }: Sender) {
  const path = `/sending-domains/${domain?.id}/end-warm-up`;
  const [before] = await list();
  expect(before?.domain).toMatchObject({
    warmUp: { day: 1, days: 30, most: 300, sent: 0, slowed: null },
    warmUpEnd: null,
  });
  expect((await call('POST', path, { reason: ' ' })).status).toBe(400);
  const owner = who;
  who = { ...owner, userId: await addMember(db, owner.workspaceId, 'admin') };
  expect((await call('POST', path, { reason: 'Because.' })).status, 'an admin').toBe(403);
  who = owner;
  expect((await call('POST', path, { reason: 'It has sent for years.' })).status).toBe(200);
  expect((await list())[0]?.domain).toMatchObject({
    warmUp: null,
    warmUpEnd: { by: expect.any(String), reason: 'It has sent for years.' },
  });
}

describe('a domain of the brand’s own', () => {
  it('is signed for and reaches everyone once its records are found', async () => {
    const sender = await set({ fromName: 'Harbor Desk', fromAddress: 'Alerts@Harbor.example' });
    expect(sender).toMatchObject({
      settings: { fromName: 'Harbor Desk', fromAddress: 'alerts@harbor.example' },
      domain: { domain: 'harbor.example', aligned: false, checkedAt: null },
      reaches: 50,
    });
    // Nothing shows yet whose domain it is: answers go there, and that is all.
    await send();
    expect(headOf(smtp.mails[0])).toContain(`From: Harbor Desk <${FROM}>`);
    expect(headOf(smtp.mails[0])).toContain('Reply-To: alerts@harbor.example');

    publish(sender, ['dmarc']);
    expect(await check(sender)).toMatchObject({ aligned: false });
    publish(sender, ['dkim', 'spf', 'returnPath']);
    expect(await check(sender)).toMatchObject({
      aligned: true,
      records: [
        { record: 'dkim', found: true },
        { record: 'spf', found: true },
        { record: 'dmarc', found: true },
        { record: 'returnPath', found: true },
      ],
    });
    expect(await list()).toMatchObject([{ reaches: null }]);
    await endsWarmUp(sender);

    await send();
    const folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
    const file = join(folder, 'message.eml');
    await writeFile(file, smtp.mails[1] ?? '', 'latin1');
    const raw = await readFile(file, 'latin1');
    await rm(folder, { recursive: true });
    const { results } = await verified(raw);
    expect(results).toMatchObject([
      { signingDomain: 'harbor.example', status: { result: 'pass', aligned: 'harbor.example' } },
    ]);
    const signed = (results[0]?.signingHeaders?.keys ?? '').toLowerCase().split(': ');
    for (const name of [
      'from',
      'to',
      'subject',
      'date',
      'message-id',
      'list-unsubscribe',
      'list-unsubscribe-post',
      'feedback-id',
    ])
      expect(signed).toContain(name);
    // Whoever changes the way out breaks the signature.
    const forged = raw.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks');
    expect((await verified(forged)).results[0]?.status.result).toBe('fail');
    expect(headOf(raw)).toContain('From: Harbor Desk <alerts@harbor.example>');
  });

  it('keeps its private key sealed, and no other workspace publishes for it', async () => {
    const sender = await set({ fromAddress: 'alerts@harbor.example' });
    const [row] = await withTenant(db.app, who.workspaceId, (tx) => tx.select().from(sendingDomains));
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
    publish(sender);
    await check(sender);
    who = await newWorkspace(db);
    const other = await set({ fromAddress: 'alerts@harbor.example' });
    expect(await check(other)).toMatchObject({
      aligned: false,
      records: [{ record: 'dkim', found: false }, {}, {}, {}],
    });
    await send();
    expect(headOf(smtp.mails[0])).toContain(`<${FROM}>`);
  });

  it.each([
    [
      'two SPF records',
      (sender: Sender): void => dns.txt('harbor.example', sender.domain?.records[1]?.value ?? ''),
    ],
    [
      'the key of another',
      (sender: Sender): void => dns.txt(sender.domain?.records[0]?.host ?? '', 'v=DKIM1; p=AAAA'),
    ],
  ] as const)('is looked at closely: %s', async (name, enter) => {
    const sender = await set({ fromAddress: 'alerts@harbor.example' });
    publish(sender, name === 'the key of another' ? ['dkim'] : []);
    enter(sender);
    expect(await check(sender)).toMatchObject({ aligned: false });
  });

  it('is covered by the policy of the domain above it', async () => {
    const sender = await set({ fromAddress: 'alerts@news.harbor.example' });
    publish(sender, ['dmarc']);
    dns.txt('_dmarc.harbor.example', 'v=DMARC1; p=reject');
    expect(await check(sender)).toMatchObject({ aligned: true });
  });
});

describe('the records of a domain', () => {
  const HOST = 'smtp.harbor.example';
  /** A sender whose records but SPF are published. */
  async function ready(connectionId: string | null, fields: object = {}): Promise<Sender> {
    const sender = await set({ fromAddress: 'alerts@harbor.example', ...fields }, connectionId);
    publish(sender, ['spf']);
    return sender;
  }
  const moveTo = (id: string, host: string) =>
    db.admin.query(
      `update connections set settings = settings || jsonb_build_object('host', $2::text) where id = $1`,
      [id, host],
    );

  it.each([
    ['v=spf1 -all', HOST, false],
    ['v=spf1 include:YOUR-MAIL-PROVIDER ~all', HOST, false],
    ['v=spf1 ip4:9.9.9.9 -all', HOST, false],
    ['v=spf1 ip4:1.1.1.0/24 -all', HOST, true],
    ['v=spf1 a:smtp.harbor.example ~all', HOST, true],
    ['v=spf1 -all', 'smtp.relay.example', false],
    ['v=spf1 ip4:9.9.9.9 -all', 'smtp.relay.example', true],
  ])('are asked for as receivers do: “%s” for %s', async (record, host, aligned) => {
    const id = await connect();
    await moveTo(id, host);
    dns.host(HOST, '1.1.1.1');
    dns.host('smtp.relay.example', '8.8.8.8');
    const sender = await ready(id);
    dns.txt('harbor.example', record);
    expect(await check(sender)).toMatchObject({ aligned });
  });

  it('come with a hint where bounces wouldn’t say what they are about', async () => {
    expect((await ready(null)).hints).toEqual([]);
    const id = await connect();
    expect((await ready(id)).hints).toMatchObject([{ field: 'bounceAddress' }]);
    expect((await ready(id, { bounceAddress: 'back@harbor.example' })).hints).toEqual([]);
  });

  it('are those of the Return-Path’s domain, where the brand has its own', async () => {
    const id = await connect();
    const sender = await ready(id, { bounceAddress: 'back@bounces.harbor.example' });
    expect(sender.domain?.records[1]).toMatchObject({ record: 'spf', host: 'bounces.harbor.example' });
    dns.txt('harbor.example', 'v=spf1 ip4:9.9.9.9 -all');
    expect(await check(sender)).toMatchObject({ aligned: false });
    dns.txt('bounces.harbor.example', 'v=spf1 ip4:9.9.9.9 -all');
    expect(await check(sender)).toMatchObject({ aligned: true });
  });

  it('count anew when another server sends, and at once where they hold for it too', async () => {
    const id = await connect();
    const sender = await ready(id);
    dns.txt('harbor.example', 'v=spf1 ip4:9.9.9.9 -all');
    expect(await check(sender)).toMatchObject({ aligned: true });
    await set({ fromAddress: 'alerts@harbor.example', fromName: 'Desk' }, id);
    expect(await list()).toMatchObject([{ reaches: null }]);
    // They say nothing of the installation's server.
    await set({ fromAddress: 'alerts@harbor.example' }, null);
    expect(await list()).toMatchObject([{ reaches: 50, limitedBy: 'domain', domain: { aligned: false } }]);
    await set({ fromAddress: 'alerts@harbor.example' }, id);
    await check(sender);
    expect(await list()).toMatchObject([{ reaches: null }]);
    await set({ fromAddress: 'alerts@harbor.example', bounceAddress: 'back@harbor.example' }, id);
    expect(await list()).toMatchObject([{ reaches: null, domain: { aligned: true } }]);
    const moveServer = async (host: string) => {
      const fields = { host, port: String(smtp.port), tls: 'none' };
      expect(await call('PATCH', `/connections/${id}`, { fields })).toMatchObject({ status: 200 });
    };
    dns.host('localhost', '9.9.9.9');
    await moveServer('localhost');
    expect(await list()).toMatchObject([{ reaches: null, domain: { aligned: true } }]);
    // Without an answer, the next check asks again.
    dns.away(true);
    await moveServer('127.0.0.1');
    expect(await list()).toMatchObject([{ reaches: 50, domain: { aligned: false, checkedAt: null } }]);
    dns.away(false);
    await checks().checkDue(db.system, (error) => expect(error).toBeNull());
    expect(await list()).toMatchObject([{ reaches: null, domain: { aligned: true } }]);
  });

  it('are looked at each day; those who manage channels are told once, and have a day', async () => {
    const later = async (hours: number) => {
      now = new Date(now.getTime() + hours * 3_600_000);
      await checks().checkDue(db.system, (error) => expect(error).toBeNull());
    };
    const started = now;
    for (const role of ['admin', 'editor'] as const) await addMember(db, who.workspaceId, role);
    publish(await set({ fromAddress: 'alerts@harbor.example' }));
    await later(0);
    expect(await list()).toMatchObject([{ reaches: null }]);
    dns.remove('_dmarc.harbor.example');
    await later(23);
    expect(await list()).toMatchObject([{ domain: { limitedFrom: null } }]);
    dns.away(true);
    await later(2);
    expect(await list()).toMatchObject([{ reaches: null, domain: { limitedFrom: null } }]);
    dns.away(false);
    await later(25);
    const from = new Date(now.getTime() + 86_400_000).toISOString();
    expect(await list()).toMatchObject([{ reaches: null, domain: { aligned: true, limitedFrom: from } }]);
    await later(25);
    expect(await list()).toMatchObject([{ reaches: 50, limitedBy: 'domain', domain: { aligned: false } }]);
    const { rows } = await db.admin.query(
      `select m.role, n.title, n.text from notifications n
         join members m on m.workspace_id = n.workspace_id and m.user_id = n.user_id
        where n.workspace_id = $1 and n.kind = 'sending_domain_lost' order by m.role`,
      [who.workspaceId],
    );
    expect(rows.map(({ role }) => role)).toEqual(['admin', 'owner']);
    expect(rows[0]?.text).toContain('the TXT record of _dmarc.harbor.example (DMARC)');
    dns.txt('_dmarc.harbor.example', 'v=DMARC1; p=none');
    await later(25);
    expect(await list()).toMatchObject([{ reaches: null, domain: { limitedFrom: null } }]);
    now = started;
  });
});

describe('a mail server of the brand’s own', () => {
  it('sends, with the bounces where the brand wants them', async () => {
    const id = await connect();
    await set({ fromAddress: 'alerts@harbor.example', bounceAddress: 'bounces@harbor.example' }, id);
    await send();
    expect(headOf(smtp.mails[0])).toContain('From: Harbor <alerts@harbor.example>');
    expect(smtp.commands).toContain(`MAIL FROM:<bounces+${DELIVERY}@harbor.example>`);
    expect(await call('DELETE', `/connections/${id}`)).toMatchObject({
      status: 409,
      json: { code: 'in_use' },
    });
  });

  it('counts as failing after failures in a row, until a check succeeds; those who manage channels are told', async () => {
    const id = await connect();
    for (const role of ['admin', 'editor', 'viewer'] as const) await addMember(db, who.workspaceId, role);
    await set({ fromAddress: 'alerts@harbor.example' }, id);
    smtp.script.greeting = '421 Away';
    const state = async () =>
      (await db.admin.query('select state from connections where id = $1', [id])).rows;
    for (let n = 0; n < OPENS_AFTER; n += 1) expect((await send()).outcome.outcome).toBe('retry');
    expect(await state()).toEqual([{ state: 'failing' }]);
    const { rows } = await db.admin.query(
      `select m.role, n.kind from notifications n
         join members m on m.workspace_id = n.workspace_id and m.user_id = n.user_id
        where n.workspace_id = $1 order by m.role`,
      [who.workspaceId],
    );
    expect(rows).toEqual(['admin', 'owner'].map((role) => ({ role, kind: 'connection_failing' })));
    delete smtp.script.greeting;
    await call('POST', `/connections/${id}/check`);
    expect(await state()).toEqual([{ state: 'ok' }]);
    expect((await send()).outcome.outcome).toBe('sent');
  });
});

it('asks who sends on a channel without an account of ours once one is connected', async () => {
  const remove = addChannel(pigeon);
  try {
    const listed = async () => (await list()).map(({ channel }) => channel);
    expect(await listed()).toEqual(['email']);
    const { workspaceId } = who;
    const row = { workspaceId, id: crypto.randomUUID(), channel: 'pigeon', name: 'Roof', settings: {} };
    await withTenant(db.app, workspaceId, (tx) =>
      tx.insert(connections).values({ ...row, createdAt: now, updatedAt: now }),
    );
    expect(await listed()).toEqual(['email', 'pigeon']);
  } finally {
    remove();
  }
});
