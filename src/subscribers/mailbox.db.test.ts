import { lookup } from 'node:dns';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leftBy } from '#src/db/queries/unsubscriptions.ts';
import { countSoftBounce, listSuppressions } from '#src/db/queries/suppressions.ts';
import { ledgerEntries } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { composeAlert } from '#src/engine/alerts/compose.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { createRates } from '#src/engine/connections/rates.ts';
import { createSenders } from '#src/engine/connections/senders.ts';
import { fireRule } from '#src/engine/events/fire-rule.ts';
import { deliverAlertJob } from '#src/jobs/deliver-alert.ts';
import { createMailPools } from '#src/platform/mail/pools.ts';
import { connectThrough } from '#src/platform/mail/smtp-server.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { createMailHooks } from '#src/server/hooks/mail.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { createPreferencesRoutes } from '#src/server/subscribers/preferences.ts';
import { createUnsubscribeRoutes } from '#src/server/subscribers/unsubscribe.ts';
import { fakeDns } from '#tests/fakes/dns.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import {
  addReaders,
  fallOf2020,
  newWorkspace,
  paced,
  sendToReaders,
  starterRule,
} from '#tests/support/workspace.ts';
import { createLinks } from './links.ts';
import { createPreferences } from './preferences.ts';
import { createMailReporters } from './reporters.ts';
import { createUnsubscribe } from './unsubscribe.ts';

/** One alert on its way into a reader's mailbox, and every way in which mail comes back. */
const PUBLIC_URL = 'https://site.example';
const READER = 'ada@reader.example';
const OWN_PASSWORD = 'of-the-installation';
const KEY = Buffer.alloc(32, 5);
const clock = () => new Date();
const announce = (): void => undefined;
const links = createLinks({ key: KEY, publicUrl: PUBLIC_URL });

let db: TestDatabase;
let folder: string;
let who: { workspaceId: string; userId: string };
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await db.drop();
});
beforeEach(async () => {
  who = await newWorkspace(db, { companyName: 'Harbor & Vale' });
});

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const by = () => ({
  workspaceId: who.workspaceId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});

/** A brand with a domain of its own, whose records are published. */
async function ownDomain(): Promise<ReturnType<typeof fakeDns>> {
  const dns = fakeDns();
  const senders = createSenders({
    app: db.app,
    clock,
    encryptionKey: KEY,
    dns: dns.resolver,
    mailFrom: 'alerts@site.example',
  });
  const [{ brandId } = { brandId: '' }] = await senders.list(who.workspaceId);
  const fields = { fromAddress: 'alerts@harbor.example', bounceAddress: 'bounces@harbor.example' };
  const { domain } = await senders.set(by(), { brandId, channel: 'email', connectionId: null, fields });
  for (const { type, host, value } of domain?.records ?? []) {
    if (type === 'TXT') dns.txt(host, value);
    else dns.mx(host, 'mx.harbor.example');
  }
  expect(await senders.checkDomain(by(), domain?.id ?? '')).toMatchObject({ aligned: true });
  return dns;
}

/** Sends one alert to the reader over a mail server. @returns the message as its mailbox file has it, and its envelope */
async function arrived({ takesMail = false } = {}): Promise<{
  raw: string;
  returnPath: string;
  alertId: string;
}> {
  await addReaders(db.admin, who.workspaceId, [READER]);
  await sendToReaders(db, who.workspaceId, { members: false });
  const rule = await starterRule(db, who.workspaceId);
  const alertId = await inTenant((tx) =>
    fireRule(tx, db.enqueue, { rule, detection: fallOf2020, trialRunId: null, now: clock() }),
  );
  const job = { workspaceId: who.workspaceId, alertId: alertId ?? '' };
  const shared = { app: db.app, enqueue: db.enqueue, announce, clock, log: { warn: announce } };
  await composeAlert(shared, job);
  const smtp = await startFakeSmtp();
  const own = createMailTransport(smtp.url);
  const pools = createMailPools({ own, now: Date.now, connectTo: connectThrough(lookup) });
  const deliver = deliverAlertJob({
    ...shared,
    accounts: createAccounts({ ...shared, encryptionKey: KEY }),
    rates: createRates({ db: db.app, clock, hashKey: KEY }),
    onError: (error) => expect.unreachable(String(error)),
    instanceId: '00000000-0000-7000-8000-000000000001',
    pace: paced(4),
    publicUrl: PUBLIC_URL,
    mail: { transport: pools.transport, from: 'alerts@site.example', takesMail },
    random: () => 0,
    sinks: new Map(),
    links,
    call: noCalls,
  });
  await deliver(job, { id: 'job', retryCount: 0 });
  own.close();
  pools.close();
  await smtp.stop();
  expect(smtp.mails).toHaveLength(1);
  const file = join(folder, `${alertId}.eml`);
  await writeFile(file, smtp.mails[0] ?? '', 'latin1');
  const [, returnPath = ''] = smtp.commands.join('\n').match(/^MAIL FROM:<(.+)>/m) ?? [];
  return { raw: await readFile(file, 'latin1'), returnPath, alertId: job.alertId };
}

const headerOf = (raw: string, name: string): string => {
  const head = (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}: (.+)$`, 'im').exec(head)?.[1]?.trim() ?? '';
};
/** The two ways of List-Unsubscribe. */
const waysOf = (raw: string): { url: string; mail: string } => {
  const ways = [...headerOf(raw, 'List-Unsubscribe').matchAll(/<([^>]+)>/g)].map(([, way = '']) => way);
  return {
    url: ways.find((way) => way.startsWith('https:')) ?? '',
    mail: /^mailto:([^?]+)/.exec(ways.find((way) => way.startsWith('mailto:')) ?? '')?.[1] ?? '',
  };
};

const reporters = () =>
  createMailReporters({
    app: db.app,
    clock,
    encryptionKey: KEY,
    key: Buffer.alloc(32, 2),
    publicUrl: PUBLIC_URL,
    limits: { clock, hashKey: Buffer.alloc(32, 3) },
    fetchText: () => Promise.reject(new Error('nothing is fetched here')),
    ownPassword: OWN_PASSWORD,
  });
const hooks = () =>
  createMailHooks({
    reporters: reporters(),
    clock,
    count: async () => ({ within: true, seconds: 60 }),
    clientNetwork: () => null,
    log: { error: (_, message) => expect.unreachable(message) },
  });
/** What a mail server does with a message of the bounce mailbox. */
async function forward(path: string, password: string, message: string): Promise<unknown> {
  const answer = await hooks().request(path.replace(`${PUBLIC_URL}/hooks/mail`, ''), {
    method: 'POST',
    body: message.replaceAll('\n', '\r\n'),
    headers: { Authorization: `Bearer ${password}`, 'Content-Type': 'message/rfc822' },
  });
  return answer.json();
}
/** A mailbox that forwards its mail bounces under another address, and without the original's headers. */
const bounceTo = (address: string): string => `Return-Path: <>
Delivered-To: ${address}
From: Mail Delivery System <MAILER-DAEMON@mx.example>
To: ${address}
Message-ID: <dsn-1@mx.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

Your message could not be delivered.
--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ada@elsewhere.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown
--b1--
`;
const mailTo = (address: string, more = ''): string =>
  `From: Ada <${READER}>\nTo: ${address}\nSubject: unsubscribe\nMessage-ID: <1@reader.example>\n${more}\n\n`;

const left = async () => {
  const { rows } = await db.admin.query<{ id: string }>(
    `select contact_id as id from addresses where workspace_id = $1 and address = $2`,
    [who.workspaceId, READER],
  );
  return inTenant((tx) => leftBy(tx, { workspaceId: who.workspaceId, contactId: rows[0]?.id ?? '' }));
};
const deliveryOf = async (alertId: string) => {
  const { rows } = await db.admin.query('select state, reason from deliveries where alert_id = $1', [
    alertId,
  ]);
  return rows[0] as { state: string; reason: string | null };
};
const suppressed = async () =>
  (await inTenant((tx) => listSuppressions(tx, { workspaceId: who.workspaceId, after: null, limit: 9 })))
    .items;

describe('an alert in a reader’s mailbox', () => {
  it('is signed for the brand’s domain, with both ways to unsubscribe, and one POST is enough', async () => {
    const dns = await ownDomain();
    const made = await reporters().make(by(), { kind: 'dsn', secret: '' });
    const { raw, returnPath } = await arrived();
    // By a library that has nothing to do with the one that signs.
    const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), {
      resolver: (name: string) => dns.resolver.resolveTxt(name),
    });
    expect(results).toMatchObject([{ status: { result: 'pass', aligned: 'harbor.example' } }]);
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

    expect(headerOf(raw, 'From')).toContain('<alerts@harbor.example>');
    expect(headerOf(raw, 'Message-ID')).toMatch(/^<[0-9a-f-]{36}@harbor\.example>$/);
    expect(Math.abs(Date.parse(headerOf(raw, 'Date')) - Date.now())).toBeLessThan(600_000);
    expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(returnPath).toMatch(/^bounces\+[a-z0-9]{50}@harbor\.example$/);
    const ways = waysOf(raw);
    expect(ways.mail).toMatch(/^bounces\+u-[a-z0-9]{50}@harbor\.example$/);

    // RFC 5322, 2.1.1: no line over 998 characters; headers fold well below what Outlook unfolds wrongly.
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThan(999);
    // What Gmail shows before it cuts the rest off.
    const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'));
    expect(mail.html?.length).toBeLessThan(102 * 1024);
    expect(mail.html).not.toMatch(/bellwire|<img(?![^>]*\balt="[^"]+")|src="(?!cid:)/i);
    expect(mail.text).toMatch(/Unsubscribe: https:\/\/site\.example\/unsubscribe\//);
    expect(mail.text).not.toMatch(/<[a-z]|&(amp|nbsp|#)/i);

    const readers = { app: db.app, links, clock, channelTitle: () => 'Email' };
    const [unsubscribe, preferences] = [
      createUnsubscribe(readers),
      createPreferences({ ...readers, linkTo: () => null }),
    ];
    const pages = createBrandPages([]);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const path = new URL(ways.url).pathname.replace('/unsubscribe', '');
    const answer = await createUnsubscribeRoutes(unsubscribe, pages).request(path, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(await left()).toMatchObject([{ channel: 'email', topic: null, source: 'one_click' }]);
    const [, link = ''] =
      /Preferences: https:\/\/site\.example\/preferences(\S+)/.exec(mail.text ?? '') ?? [];
    const page = await createPreferencesRoutes({ preferences, unsubscribe }, pages).request(link);
    const html = await page.text();
    expect([page.status, html]).toEqual([
      200,
      expect.stringContaining('name="viewport" content="width=device-width'),
    ]);
    expect(html).not.toContain('<script');
    expect(made.password).not.toBeNull();
  });

  it('names no mailbox that nobody forwards to us', async () => {
    const { raw, returnPath } = await arrived();
    expect(headerOf(raw, 'List-Unsubscribe')).toMatch(/^<https:[^>]+>$/);
    expect(returnPath).toMatch(/^alerts\+[a-z0-9]{50}@site\.example$/);
  });
});

it('counts soft bounces of the server’s own answers, until it accepts something in between', async () => {
  const { alertId } = await arrived();
  const { rows } = await db.admin.query<{ at: Date }>(
    'select sent_at as at from deliveries where alert_id = $1',
    [alertId],
  );
  const accepted = rows[0]?.at.getTime() ?? 0;
  const reached = { workspaceId: who.workspaceId, channel: 'email', address: READER };
  const bounce = (days: number): Promise<boolean> =>
    inTenant((tx) =>
      countSoftBounce(tx, reached, {
        detail: '552 5.2.2 Full',
        source: 'reply',
        at: new Date(accepted + days * 86_400_000),
      }),
    );
  for (const days of [-4, -3, -2, -1, 0.1, 1, 2, 3]) expect(await bounce(days), `day ${days}`).toBe(false);
  expect(await bounce(4)).toBe(true);
  expect(await suppressed()).toMatchObject([{ cause: 'soft_bounces', source: 'reply' }]);
});

describe('mail that comes back', () => {
  it('to the brand’s bounce mailbox: a bounce finds its delivery by the Return-Path alone', async () => {
    await ownDomain();
    const made = await reporters().make(by(), { kind: 'dsn', secret: '' });
    const { returnPath, alertId } = await arrived();
    for (const events of [1, 0])
      expect(await forward(made.url, made.password ?? '', bounceTo(returnPath.toUpperCase()))).toEqual({
        received: true,
        events,
      });
    expect(await suppressed()).toMatchObject([{ address: READER, cause: 'hard_bounce', source: 'dsn' }]);
    expect(await deliveryOf(alertId)).toEqual({
      state: 'sent',
      reason: 'Accepted, then returned: 550 5.1.1 User unknown',
    });
  });

  it('to the address of List-Unsubscribe: its reader is unsubscribed, and the ledger has it', async () => {
    await ownDomain();
    const made = await reporters().make(by(), { kind: 'dsn', secret: '' });
    const { raw, returnPath } = await arrived();
    const { mail } = waysOf(raw);
    const into = (message: string) => forward(made.url, made.password ?? '', message);
    // An out-of-office reply, and any other mail, says nothing.
    for (const other of [
      mailTo(returnPath),
      mailTo(mail, 'Auto-Submitted: auto-replied'),
      mailTo('bounces@harbor.example'),
    ])
      expect(await into(other)).toEqual({ received: true, events: 0 });
    expect(await left()).toEqual([]);
    expect(await into(mailTo(mail))).toEqual({ received: true, events: 1 });
    expect(await into(mailTo(mail))).toEqual({ received: true, events: 0 });
    expect(await left()).toMatchObject([{ channel: 'email', topic: null, source: 'mail' }]);
    const entries = await inTenant((tx) => tx.select().from(ledgerEntries));
    const entry = entries.find(({ kind }) => kind === 'consent');
    expect(JSON.parse(entry?.body ?? '{}')).toMatchObject({
      kind: 'withdrawn',
      source: 'mail',
      channel: 'email',
    });
  });

  it('as a reply with the word, which counts from the reader only', async () => {
    const { raw } = await arrived();
    const made = await reporters().make(by(), { kind: 'dsn', secret: '' });
    const reply = (from: string, text: string): string =>
      `From: ${from}\nTo: alerts@harbor.example\nSubject: Re: alert\nMessage-ID: <2@reader.example>\nIn-Reply-To: ${headerOf(raw, 'Message-ID')}\n\n${text}\n\n> quoted\n`;
    const events = (from: string, text: string) => forward(made.url, made.password ?? '', reply(from, text));
    expect(await events('Mallory <mallory@other.example>', 'unsubscribe')).toMatchObject({ events: 0 });
    expect(await events(`Ada <${READER}>`, 'Thanks, what is a gap?')).toMatchObject({ events: 0 });
    expect(await left()).toEqual([]);
    expect(await events(`Ada <${READER}>`, 'Unsubscribe please')).toMatchObject({ events: 1 });
    expect(await left()).toHaveLength(1);
  });

  it('to the installation’s mailbox, with its password only, for the workspace that the address names', async () => {
    const { raw, returnPath, alertId } = await arrived({ takesMail: true });
    const other = await newWorkspace(db);
    expect(waysOf(raw).mail).toMatch(/^alerts\+u-[a-z0-9]{50}@site\.example$/);
    expect(await forward('/own', 'wrong', bounceTo(returnPath))).toMatchObject({
      code: 'mail_report_refused',
    });
    expect(await suppressed()).toEqual([]);
    expect(await forward('/own', OWN_PASSWORD, mailTo(waysOf(raw).mail))).toEqual({
      received: true,
      events: 1,
    });
    expect(await forward('/own', OWN_PASSWORD, bounceTo(returnPath))).toEqual({ received: true, events: 1 });
    expect(await forward('/own', OWN_PASSWORD, bounceTo('alerts@site.example'))).toEqual({
      received: true,
      events: 0,
    });
    expect(await left()).toHaveLength(1);
    expect(await deliveryOf(alertId)).toMatchObject({
      reason: expect.stringContaining('then returned') as string,
    });
    expect(await suppressed()).toHaveLength(1);
    // Another workspace's mailbox says nothing of it.
    const mine = who;
    who = { ...other };
    const made = await reporters().make(by(), { kind: 'dsn', secret: '' });
    expect(await forward(made.url, made.password ?? '', bounceTo(returnPath))).toEqual({
      received: true,
      events: 0,
    });
    who = mine;
  });
});
