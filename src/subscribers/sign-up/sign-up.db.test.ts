import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { keepPicture } from '#src/db/queries/media.ts';
import { suppressAddress, suppressionOf } from '#src/db/queries/suppressions.ts';
import { leave, leftBy } from '#src/db/queries/unsubscriptions.ts';
import {
  addresses,
  audienceContacts,
  audiences,
  brands,
  consents,
  ledgerEntries,
  contacts,
  senders,
  signUps,
} from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { createAccounts } from '#src/engine/connections/accounts.ts';
import { sendSubscriberMail } from '#src/jobs/subscriber-mail.ts';
import { sha256 } from '#src/platform/json/canonical.ts';
import type { SmtpAnswer } from '#src/platform/mail/smtp-answer.ts';
import type { MailTransport, OutgoingMail } from '#src/platform/mail/transport.ts';
import { createBrandPages } from '#src/server/subscribers/brand-page.ts';
import { createSignUpRoutes } from '#src/server/subscribers/sign-up.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { readLogo } from '#src/brands/logo.ts';
import { createLinks, createSigner } from '../links.ts';
import { readMailTag } from '../mail-tag.ts';
import type { SubscriberMailJob } from './deps.ts';
import { createSignupForms } from './forms.ts';
import { acceptedLanguage } from './mail-words.ts';
import { createSignUps } from './sign-up.ts';

let db: TestDatabase;
let now = new Date();
let serial = 0;
let who: { workspaceId: string; userId: string };
let list: string;
let ip: string | null = '203.0.113.7';
const jobs: SubscriberMailJob[] = [];
const mails: OutgoingMail[] = [];
const ACCEPTED: SmtpAnswer = { kind: 'accepted', response: 'ok' };
let answer: SmtpAnswer = ACCEPTED;
const KEY = Buffer.alloc(32, 5);
const publicUrl = 'https://site.example';
const signer = createSigner(KEY, 'sign-up');
const links = createLinks({ key: KEY, publicUrl });
const clock = () => now;
const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  now = new Date();
  who = await newWorkspace(db);
  jobs.length = 0;
  mails.length = 0;
  answer = ACCEPTED;
  // Counted by themselves.
  ip = `203.0.113.${(serial += 1)}`;
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
});

const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, who.workspaceId, work);
const by = () => ({
  workspaceId: who.workspaceId,
  actor: { kind: 'member' as const, userId: who.userId, name: 'Ada' },
});
const forms = () => createSignupForms({ linkTo: () => null, app: db.app, clock, publicUrl });
const web = () =>
  createSignUpRoutes(
    createSignUps({
      linkTo: () => null,
      app: db.app,
      clock,
      publicUrl,
      signer,
      limits: { db: db.app, clock, hashKey: Buffer.alloc(32, 3) },
      enqueue: async (_tx, _queue, data) => void jobs.push(data),
    }),
    createBrandPages([]),
    () => ip,
  );
const brandOf = async (): Promise<string> => (await inTenant((tx) => tx.select().from(brands)))[0]!.id;
const CONSENT = 'I’d like to get <alerts> by email.';
const newForm = async (change: object = {}) =>
  forms().make(by(), {
    name: 'Website',
    brandId: await brandOf(),
    audienceId: list,
    title: 'Alerts by email',
    intro: '',
    consent: CONSENT,
    button: 'Sign up',
    asksName: true,
    welcomeSubject: 'Welcome aboard',
    welcomeText: 'First.\n\nSecond.',
    ...change,
  });
const pathOf = (url: string): string => url.replace(`${publicUrl}/s`, '');
const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  web().request(path, { method: 'POST', body: new URLSearchParams(fields), headers });
const signUp = (url: string, email: string, more: Record<string, string> = {}) =>
  post(pathOf(url), { email, agreed: 'yes', ...more });

const transport: MailTransport = {
  send: async (mail) => {
    mails.push(mail);
    return answer;
  },
  check: async () => null,
  close: () => undefined,
};

/** Sends what is queued, as the job does. */
async function sendMails(): Promise<void> {
  const send = sendSubscriberMail({
    app: db.app,
    clock,
    links,
    signer,
    publicUrl,
    mail: { transport: () => transport, from: 'alerts@site.example', takesMail: true },
    accounts: createAccounts({
      app: db.app,
      clock,
      encryptionKey: Buffer.alloc(32, 1),
      announce: () => undefined,
    }),
    call: noCalls,
    onError: (error) => expect.unreachable(String(error)),
    random: () => 0.5,
    log: { warn: () => undefined },
  });
  for (const job of jobs.splice(0)) await send(job, { id: 'job', retryCount: 0 });
}
const confirmPath = (): string =>
  pathOf(/https:\/\/site\.example\/s\/confirm\/[\w.-]+/.exec(mails.at(-1)!.text)![0]);
const addressRows = () =>
  inTenant((tx) =>
    tx
      .select({
        address: addresses.address,
        confirmedAt: addresses.confirmedAt,
        name: contacts.name,
        id: contacts.id,
      })
      .from(addresses)
      .innerJoin(contacts, eq(contacts.id, addresses.contactId))
      .where(eq(addresses.address, 'ada@reader.example')),
  );

describe('signing up', () => {
  it('makes a contact of whoever confirms, with the consent as it was, and welcomes them', async () => {
    const { url } = await newForm();
    const answer = await signUp(url, 'ada@reader.example', { name: ' Ada ' });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Check your email')]);
    expect(await addressRows()).toEqual([]);
    await sendMails();
    expect(mails[0]).toMatchObject({ to: 'ada@reader.example' });
    expect(mails[0]!.headers).not.toHaveProperty('List-Unsubscribe');
    // Opening the link changes nothing.
    const path = confirmPath();
    expect(await (await web().request(path)).text()).toContain('Confirm your subscription');
    expect(await addressRows()).toEqual([]);
    for (let n = 0; n < 2; n += 1) expect((await post(path)).status).toBe(200);
    const [person] = await addressRows();
    expect(person).toMatchObject({ name: 'Ada', confirmedAt: now });
    expect(await inTenant((tx) => tx.select().from(audienceContacts))).toMatchObject([
      { audienceId: list, contactId: person!.id },
    ]);
    expect(await inTenant((tx) => tx.select().from(consents))).toMatchObject([
      { kind: 'given', source: 'form', wording: CONSENT, ip, contactId: person!.id },
    ]);
    const ledger = await inTenant((tx) => tx.select().from(ledgerEntries));
    expect(ledger).toMatchObject([{ kind: 'consent', sequence: 1 }]);
    expect(JSON.parse(ledger[0]!.body)).toMatchObject({
      kind: 'given',
      source: 'form',
      wording: sha256(CONSENT).toString('hex'),
    });
    expect(ledger[0]!.body).not.toContain(ip);
    await sendMails();
    expect(mails).toHaveLength(2);
    expect(mails[1]).toMatchObject({ subject: 'Welcome aboard' });
    expect(mails[1]!.text).toMatch(
      /First\.\n\nSecond\.[^]*Unsubscribe: https:\/\/site\.example\/unsubscribe\//,
    );
    expect(mails[1]!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });
    expect((await forms().list(who.workspaceId)).items).toMatchObject([{ confirmed: 1, waiting: 0 }]);
  });

  it('says nothing of who is subscribed: whoever is gets another email, and the page is the same', async () => {
    const { url } = await newForm();
    const first = await (await signUp(url, 'ada@reader.example')).text();
    await sendMails();
    await post(confirmPath());
    await sendMails();
    expect(await (await signUp(url, 'ADA@reader.example')).text()).toBe(first);
    await sendMails();
    expect(mails.at(-1)!.subject).toMatch(/already subscribed/);
    expect(await (await signUp(url, 'bot@reader.example', { company_website: 'x' })).text()).toBe(first);
    expect(jobs).toEqual([]);
    for (let n = 0; n < 3; n += 1)
      expect(await (await signUp(url, 'many@reader.example')).text()).toBe(first);
    expect(jobs).toHaveLength(3);
    expect(await (await signUp(url, 'many@reader.example')).text()).toBe(first);
    expect(jobs).toHaveLength(3);
  });

  it('ends what the person had left of the brand, and of no other', async () => {
    const { url, brandId } = await newForm();
    const other = newId();
    await inTenant((tx) =>
      tx
        .insert(brands)
        .values({ workspaceId: who.workspaceId, id: other, name: 'Night', color: '#123456', createdAt: now }),
    );
    await signUp(url, 'ada@reader.example');
    await sendMails();
    await post(confirmPath());
    const [{ id: contactId } = { id: '' }] = await addressRows();
    const person = { workspaceId: who.workspaceId, contactId };
    await inTenant((tx) =>
      leave(tx, person, { brandId: null, channel: null, topic: null, source: 'link', at: now }),
    );
    jobs.length = 0;
    await signUp(url, 'ada@reader.example');
    await sendMails();
    await post(confirmPath());
    const left = await inTenant((tx) => leftBy(tx, person));
    expect(left.map((row) => row.brandId)).toEqual([other]);
    expect(left.map((row) => row.brandId)).not.toContain(brandId);
  });

  it('writes in the brand’s look, from its address, and in the language of the reader', async () => {
    const logo = await readLogo(
      await sharp({ create: { width: 300, height: 60, channels: 4, background: '#ffffff' } })
        .png()
        .toBuffer(),
    );
    await inTenant(async (tx) => {
      const hash = await keepPicture(tx, { workspaceId: who.workspaceId, bytes: logo.bytes, now });
      const { width: logoWidth, height: logoHeight } = logo;
      await tx
        .update(brands)
        .set({ name: 'Harbor & Vale', color: '#0f4c5c', logoHash: hash, logoWidth, logoHeight });
      await tx.insert(senders).values({
        workspaceId: who.workspaceId,
        brandId: (await tx.select().from(brands))[0]!.id,
        channel: 'email',
        settings: { fromName: 'Harbor Desk', replyTo: 'desk@harbor.example' },
        createdAt: now,
        updatedAt: now,
      });
    });
    const { url } = await newForm();
    const german = { 'Accept-Language': 'nl, de-AT;q=0.9, en;q=0.8' };
    await post(pathOf(url), { email: 'ada@reader.example', agreed: 'yes' }, german);
    await sendMails();
    expect(mails[0]).toMatchObject({
      from: { name: 'Harbor Desk', address: 'alerts@site.example' },
      replyTo: 'desk@harbor.example',
      subject: 'Bestätigen Sie Ihre Anmeldung bei Harbor & Vale',
      pictures: [{ name: 'logo.png', bytes: logo.bytes }],
    });
    expect(mails[0]!.html).toMatch(/lang="de"[^]*#0f4c5c[^]*cid:[0-9a-f]{64}" alt="Harbor &amp; Vale"/);
    expect(mails[0]!.html + mails[0]!.text).not.toMatch(/bellwire/i);
    const [, tag = ''] = /\+(\w+)@/.exec(mails[0]!.returnPath!) ?? [];
    const [signedUp] = await inTenant((tx) => tx.select().from(signUps));
    expect(readMailTag(tag)).toEqual({ workspaceId: who.workspaceId, id: signedUp!.id });
    const page = await (await web().request(confirmPath())).text();
    expect(page).toMatch(/--band: #0f4c5c[^]*<img src="\/media\/[0-9a-f]{64}\.png" alt="Harbor &amp; Vale"/);
    await post(confirmPath());
    await sendMails();
    expect(mails[1]).toMatchObject({ from: { name: 'Harbor Desk' }, subject: 'Welcome aboard' });
    expect(mails[1]!.text).toContain('\nEinstellungen: https://site.example/preferences/');
    expect(mails[1]!.headers!['List-Unsubscribe']).toMatch(
      /^<https:\/\/site\.example\/unsubscribe\/\S+>, <mailto:alerts\+u-[a-z0-9]{50}@site\.example\?subject=unsubscribe>$/,
    );
    const [person] = await inTenant((tx) => tx.select().from(contacts).where(eq(contacts.language, 'de')));
    expect(person).toBeDefined();
  });

  it('suppresses an address that the mail server says is none', async () => {
    const { url } = await newForm();
    answer = {
      kind: 'refused',
      code: 550,
      enhanced: '5.1.1',
      stage: 'recipient',
      response: '550 No such user',
    };
    await signUp(url, 'gone@reader.example');
    await sendMails();
    const reached = { workspaceId: who.workspaceId, channel: 'email', address: 'gone@reader.example' };
    expect(await inTenant((tx) => suppressionOf(tx, reached))).toBe('hard_bounce');
    // What it says is temporary is tried again by the queue.
    answer = { kind: 'refused', code: 451, enhanced: null, stage: 'recipient', response: '451 Later' };
    await signUp(url, 'late@reader.example');
    await expect(sendMails()).rejects.toThrow('451 Later');
  });

  it('sends nothing to an address that bounced or complained', async () => {
    const { url } = await newForm();
    const reached = {
      workspaceId: who.workspaceId,
      channel: 'email',
      address: 'ada@reader.example',
    } as const;
    await inTenant((tx) =>
      suppressAddress(tx, reached, { cause: 'complaint', detail: '', source: 'ses', at: now }),
    );
    await signUp(url, 'ada@reader.example');
    await sendMails();
    expect(mails).toEqual([]);
  });

  it('ends after three days, with another key, and in another workspace', async () => {
    const { url } = await newForm();
    await signUp(url, 'ada@reader.example');
    await sendMails();
    const path = confirmPath();
    for (const wrong of [`${path}x`, path.replace(/\.[^.]+$/, ''), '/confirm/x'])
      expect((await post(wrong)).status).toBe(404);
    later(73);
    expect((await web().request(path)).status).toBe(410);
    expect((await post(path)).status).toBe(410);
    expect(await addressRows()).toEqual([]);
    // Old ones are forgotten.
    await db.admin.query(`update sign_ups set expires_at = now() - interval '31 days'`);
    await signUp(url, 'grace@reader.example');
    expect(await inTenant((tx) => tx.select({ address: signUps.address }).from(signUps))).toEqual([
      { address: 'grace@reader.example' },
    ]);
  });

  it('waits where the plan has no room', async () => {
    const { url } = await newForm();
    await signUp(url, 'ada@reader.example');
    await sendMails();
    await db.admin.query(
      `insert into contacts (workspace_id, id, created_at, updated_at)
       select $1, gen_random_uuid(), now(), now() from generate_series(1, 25000)`,
      [who.workspaceId],
    );
    expect((await post(confirmPath())).status).toBe(429);
    expect(await addressRows()).toEqual([]);
  });
});

describe('the form', () => {
  it('is shown in a frame by other sites, without script, and with what was typed where something is wrong', async () => {
    const { url } = await newForm();
    const page = await web().request(pathOf(url));
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const framed = await web().request(`${pathOf(url)}/embed`);
    expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const html = await framed.text();
    expect(html).toContain('I’d like to get &lt;alerts&gt; by email.');
    expect(html).not.toContain('<script');
    const wrong = await post(pathOf(url), { email: '"><b>x', name: 'Ada' });
    const again = await wrong.text();
    expect(wrong.status).toBe(422);
    expect(again).toMatch(/Enter a valid email address\.[^]*Check the box/);
    expect(again).toContain('value="&quot;&gt;&lt;b&gt;x"');
  });

  it('answers a fetch of another site', async () => {
    const { url } = await newForm();
    const json = { Accept: 'application/json' };
    const fields = { email: 'ada@reader.example', agreed: 'yes' };
    const answer = await post(pathOf(url), fields, json);
    expect([answer.status, answer.headers.get('access-control-allow-origin'), await answer.json()]).toEqual([
      200,
      '*',
      { sent: true },
    ]);
    expect((await post(pathOf(url), { email: 'x' }, json)).status).toBe(422);
  });

  it('holds off a network that signs up too many', async () => {
    const { url } = await newForm();
    for (let n = 0; n < 20; n += 1) expect((await signUp(url, `a${n}@reader.example`)).status).toBe(200);
    const refused = await signUp(url, 'one@reader.example');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    ip = '198.51.100.9';
    expect((await signUp(url, 'one@reader.example')).status).toBe(200);
  });

  it('is closed, changed and deleted by its workspace alone', async () => {
    const { id, url, embed } = await newForm();
    expect(embed.html).toContain(`action="${url}"`);
    await expect(newForm()).rejects.toMatchObject({ code: 'name_taken' });
    await expect(newForm({ name: 'Other', audienceId: who.workspaceId })).rejects.toThrow('Choose a list');
    await expect(newForm({ name: 'Other', brandId: newId() })).rejects.toThrow('Choose a brand');
    const other = await newWorkspace(db);
    await expect(
      forms().change({ ...by(), workspaceId: other.workspaceId }, id, { closed: true }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await forms().change(by(), id, { closed: true, title: 'Later' })).toMatchObject({
      closed: true,
      title: 'Later',
    });
    expect(await (await web().request(pathOf(url))).text()).toContain('This form is closed');
    expect((await signUp(url, 'ada@reader.example')).status).toBe(410);
    await forms().remove(by(), id);
    expect((await web().request(pathOf(url))).status).toBe(404);
    expect((await signUp(url, 'ada@reader.example')).status).toBe(404);
  });
});

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.2, ja', 'ja'],
  ['nl, fr;q=0', null],
  ['*', null],
  ['', null],
  [null, null],
])('asks for a language: %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
