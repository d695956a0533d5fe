import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SeenCertificate } from '#src/brands/link-host/look-at-certificate.ts';
import type { HostResolver } from '#src/brands/link-host/look-up.ts';
import { createLinkCertificates, type LinkCertificateJob } from '#src/brands/link-host/certificates.ts';
import { createLinkHosts } from '#src/brands/link-host/link-hosts.ts';
import { newId } from '#src/db/ids.ts';
import { keepPicture } from '#src/db/queries/media.ts';
import { addresses, audiences, brands, contacts, linkHosts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { publishedWith } from '#src/publishing/published.fixture.ts';
import { createPublishing } from '#src/publishing/publishing.ts';
import { type BrandLinkHost, brandLinkHostSchema, LINK_DOMAIN_HEADER } from '#src/shared/link-hosts.ts';
import { createLinkOrigins } from '#src/subscribers/link-origins.ts';
import { createLinks, createSigner } from '#src/subscribers/links.ts';
import { createPreferences } from '#src/subscribers/preferences.ts';
import { createSignupForms } from '#src/subscribers/sign-up/forms.ts';
import { createSignUps } from '#src/subscribers/sign-up/sign-up.ts';
import { createUnsubscribe } from '#src/subscribers/unsubscribe.ts';
import { testApi, testServer } from '#tests/support/api.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createCertificateAsk } from './certificate-ask.ts';
import { createFindHost } from './find-host.ts';

const SITE = 'https://site.example';
const HOST = 'alerts.harbor.example';
const DAY_MS = 86_400_000;
type Who = { workspaceId: string; userId: string };

let now = new Date('2026-11-23T10:00:00Z');
const clock = () => now;
/** A new start of the program has nothing kept, and a day later all of it is old. */
const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));

/** The DNS: texts by their names, and names that lead to ours. `down`: it gives no answer. */
const zone = { texts: new Map<string, string>(), leads: new Set<string>(), down: false };
const none = (): never => {
  throw Object.assign(new Error('no'), { code: zone.down ? 'ESERVFAIL' : 'ENODATA' });
};
const dns: HostResolver = {
  resolveTxt: async (name) => (zone.down || !zone.texts.has(name) ? none() : [[zone.texts.get(name)!]]),
  resolveCname: async (name) => (zone.down || !zone.leads.has(name) ? none() : ['site.example']),
  resolve4: async () => none(),
  resolve6: async () => none(),
};

let db: TestDatabase;
let hosts: ReturnType<typeof createLinkHosts>;
/** Certificates that are to be looked at. */
let looks: LinkCertificateJob[] = [];
beforeAll(async () => {
  db = await testDatabase();
  const enqueue = async (_tx: unknown, _queue: string, job: LinkCertificateJob) => void looks.push(job);
  hosts = createLinkHosts({ app: db.app, clock, dns, publicUrl: SITE, enqueue });
});
afterAll(() => db.drop());

const checkDue = () =>
  hosts.checkDue(db.system, (error) => {
    throw error;
  });

const noticesOf = async ({ workspaceId }: Who) =>
  (
    await db.admin.query(
      `select n.title, n.text, m.role from notifications n
         join members m on m.workspace_id = n.workspace_id and m.user_id = n.user_id
        where n.workspace_id = $1 and n.kind = 'link_domain_lost' order by n.created_at`,
      [workspaceId],
    )
  ).rows;

const inTenant = <T>({ workspaceId }: Who, work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(db.app, workspaceId, work);

async function customer(planId = 'enterprise'): Promise<Who & { brandId: string; otherBrandId: string }> {
  const who = await newWorkspace(db, { companyName: 'Harbor' });
  await db.admin.query(
    `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [who.workspaceId, planId],
  );
  const [brand] = await inTenant(who, (tx) => tx.select().from(brands).where(eq(brands.isDefault, true)));
  const otherBrandId = newId();
  await inTenant(who, (tx) =>
    tx.insert(brands).values({ ...brand!, id: otherBrandId, name: 'Vale', isDefault: false }),
  );
  return { ...who, brandId: brand!.id, otherBrandId };
}

async function ask(who: Who, method: string, path: string, body?: object) {
  const answer = await testApi(db, { linkHosts: hosts, clock, publicUrl: SITE }).request(`/brands/${path}`, {
    method,
    headers: { Authorization: `Bearer ${who.userId}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as BrandLinkHost & { code?: string } };
}
const claim = (who: Who, brandId: string, host = HOST) =>
  ask(who, 'POST', `${brandId}/link-domain`, { host });
const check = (who: Who, brandId: string) => ask(who, 'POST', `${brandId}/link-domain/check`, {});
/** Enters the records that a brand was asked for. */
async function enter(who: Who, brandId: string): Promise<void> {
  const { body } = await ask(who, 'GET', `${brandId}/link-domain`);
  for (const { type, host, value } of brandLinkHostSchema.parse(body).domain!.records)
    if (type === 'TXT') zone.texts.set(host, value);
    else zone.leads.add(host);
}

const links = createLinks({ key: Buffer.alloc(32, 5), publicUrl: SITE });
function site() {
  const readers = { app: db.app, links, clock, channelTitle: () => 'Email' };
  const signUps = createSignUps({
    linkTo: () => null,
    app: db.app,
    clock,
    publicUrl: SITE,
    signer: createSigner(Buffer.alloc(32, 5), 'sign-up'),
    limits: { db: db.app, clock, hashKey: Buffer.alloc(32, 3) },
    enqueue: db.enqueue,
  });
  const server = testServer(db, {
    clock,
    publicUrl: SITE,
    https: true,
    findHost: createFindHost({ app: db.app, clock }),
    publishing: createPublishing({ app: db.app, clock, publicUrl: SITE }),
    subscribers: {
      unsubscribe: createUnsubscribe(readers),
      preferences: createPreferences({ ...readers, linkTo: () => null }),
      signUps,
    },
  });
  return (path: string, host = HOST, method = 'GET') =>
    server.request(path, { method, headers: { host: `${host}:443` } });
}

/** A form, a way out and a picture of each brand. */
async function partsOf(who: Who, brandId: string) {
  const stamps = { workspaceId: who.workspaceId, createdAt: now, updatedAt: now };
  const [contactId, addressId, audienceId] = [newId(), newId(), newId()];
  const hash = await inTenant(who, async (tx) => {
    await tx.insert(audiences).values({ ...stamps, id: audienceId, name: audienceId, kind: 'list' });
    await tx.insert(contacts).values({ ...stamps, id: contactId });
    const address = `${contactId}@reader.example`;
    await tx
      .insert(addresses)
      .values({ ...stamps, id: addressId, contactId, channel: 'email', address, confirmedAt: now });
    return keepPicture(tx, { workspaceId: who.workspaceId, bytes: Buffer.from(addressId), now });
  });
  const by = {
    workspaceId: who.workspaceId,
    actor: { kind: 'member' as const, userId: newId(), name: 'Ada' },
  };
  const forms = createSignupForms({ linkTo: () => null, app: db.app, clock, publicUrl: SITE });
  const { id } = await forms.make(by, {
    name: audienceId,
    brandId,
    audienceId,
    title: 'Alerts by email',
    intro: 'Every move.',
    consent: 'Send me alerts.',
    button: 'Sign up',
    asksName: false,
    welcomeSubject: 'Welcome',
    welcomeText: 'Good to have you.',
  });
  const person = { workspaceId: who.workspaceId, brandId, contactId, addressId, topic: 'other' as const };
  const urls = links.urlsOf(person);
  const formUrl = async () => (await forms.list(who.workspaceId)).items.find((each) => each.id === id)!.url;
  const paths = [urls.unsubscribeUrl, urls.preferencesUrl, await formUrl()].map(
    (url) => new URL(url).pathname,
  );
  return { formUrl, paths: [...paths, `/media/${hash}.png`], unsubscribe: paths[0]! };
}

it('is proven by the DNS, and a claim without proof doesn’t block the owner', async () => {
  const [owner, thief, small] = [await customer(), await customer(), await customer('pro')];
  expect((await claim(small, small.brandId)).body.code).toBe('plan_limit');
  for (const wrong of ['site.example', 'x.site.example', 'alerts.harbor.example:8443', '127.0.0.1'])
    expect((await claim(owner, owner.brandId, wrong)).body.code, wrong).toBe('validation_failed');
  expect((await claim(owner, thief.brandId)).status, 'another workspace’s brand').toBe(404);
  // The thief is first, and knows that the domain leads here.
  expect((await claim(thief, thief.brandId)).body.domain).toMatchObject({ state: 'waiting', inUse: false });
  zone.leads.add(HOST);
  expect((await check(thief, thief.brandId)).body.domain).toMatchObject({ state: 'waiting' });
  expect((await claim(owner, owner.brandId)).status).toBe(200);
  await enter(owner, owner.brandId);
  expect((await check(owner, owner.brandId)).body.domain).toMatchObject({ state: 'verified', inUse: true });
  expect((await check(thief, thief.brandId)).body.code).toBe('name_taken');
  expect((await claim(thief, thief.otherBrandId)).body.code).toBe('name_taken');
  expect((await claim(owner, owner.otherBrandId)).body.code, 'one brand of the workspace').toBe('name_taken');
  const seen = await inTenant(thief, (tx) => tx.select().from(linkHosts));
  expect(seen.map(({ workspaceId }) => workspaceId)).toEqual([thief.workspaceId]);
  const ofOwner = { brandId: owner.brandId };
  await inTenant(thief, (tx) => tx.delete(linkHosts).where(eq(linkHosts.brandId, ofOwner.brandId)));
  expect((await ask(owner, 'GET', `${owner.brandId}/link-domain`)).body.domain).toMatchObject({ host: HOST });
  // It's given up, and the other may have it.
  expect((await ask(owner, 'DELETE', `${owner.brandId}/link-domain`)).body).toEqual({ domain: null });
  await enter(thief, thief.brandId);
  expect((await check(thief, thief.brandId)).body.domain).toMatchObject({ state: 'verified' });
  await ask(thief, 'DELETE', `${thief.brandId}/link-domain`);
});

it('answers what is the brand’s, and links lead there', async () => {
  const [owner, stranger] = [await customer(), await customer()];
  const own = await partsOf(owner, owner.brandId);
  const others = [await partsOf(owner, owner.otherBrandId), await partsOf(stranger, stranger.brandId)];
  const published = publishedWith(db, clock);
  await published.page(owner, 'harbor-page');
  const alertId = await published.alert(owner);
  const pagePaths = ['', '/feed.xml', '/feed.json', '/embed', '/widget.js', `/${alertId}`].map(
    (path) => `/p/harbor-page${path}`,
  );
  await claim(owner, owner.brandId);
  expect(await own.formUrl()).toMatch(/^https:\/\/site\.example\/s\//);
  expect((await site()('/certificates/ask?domain=alerts.harbor.example', 'site.example')).status).toBe(404);
  await enter(owner, owner.brandId);
  await check(owner, owner.brandId);

  const get = site();
  expect((await get('/certificates/ask?domain=Alerts.Harbor.example', 'site.example')).status).toBe(200);
  expect((await get('/certificates/ask?domain=other.example', 'site.example')).status).toBe(404);
  for (const path of [...own.paths, ...pagePaths]) {
    const answer = await get(path);
    expect(answer.status, path).toBe(200);
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(await answer.text(), path).not.toMatch(/bellwire|site\.example/i);
    expect((await get(path, 'site.example')).status, `${path} on the installation’s`).toBe(200);
  }
  const strange = [
    ...others.flatMap(({ paths }) => paths).filter((path) => !path.startsWith('/media')),
    others[1]!.paths.at(-1)!,
    '/',
    '/dashboard',
    '/healthz',
    '/api/v1/brands',
    '/auth/v1/health',
    '/shared/x',
    '/decide/x',
    '/hooks/rules/x',
    '/documentation',
    '/certificates/ask?domain=alerts.harbor.example',
    '/p/nobody',
    '/_assets/index.js',
  ];
  for (const path of strange) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text(), path).not.toMatch(/bellwire|site\.example/i);
  }
  const nothing = await (await get('/')).text();
  expect(await (await get('/_assets/x.woff2')).text(), 'not the site’s own page').toBe(nothing);
  const feed = await (await get('/p/harbor-page/feed.json', 'site.example')).text();
  expect(feed).toContain(`https://${HOST}/p/harbor-page/${alertId}`);
  expect(await own.formUrl()).toMatch(/^https:\/\/alerts\.harbor\.example\/s\//);
  expect(await others[0]!.formUrl()).toMatch(/^https:\/\/site\.example\/s\//);
  const { body } = await published.ask(owner, 'GET', '/connections');
  expect(JSON.stringify(body)).toContain(`https://${HOST}/p/harbor-page`);
  const originOf = () => createLinkOrigins({ app: db.app, clock, publicUrl: SITE });
  const of = { workspaceId: owner.workspaceId, brandId: owner.brandId };
  expect(await originOf()(of)).toBe(`https://${HOST}`);

  // The DNS gives no answer for a day, and for three.
  zone.down = true;
  pass(DAY_MS + 1);
  expect(await checkDue()).toBe(1);
  expect(await originOf()(of)).toBe(`https://${HOST}`);
  expect(await noticesOf(owner), 'one check without an answer').toEqual([]);
  pass(2 * DAY_MS);
  expect(await originOf()(of), 'not confirmed for days').toBe(SITE);
  await checkDue();
  pass(DAY_MS + 1);
  await checkDue();
  expect(await noticesOf(owner)).toEqual([
    { title: `Links no longer use ${HOST}`, text: expect.stringContaining('three days'), role: 'owner' },
  ]);
  zone.down = false;
  pass(DAY_MS + 1);
  await checkDue();
  expect(await originOf()(of)).toBe(`https://${HOST}`);

  // A plan without white label has its links on the installation's address, and the domain still answers.
  const plan = (planId: string) =>
    db.admin.query(`update subscriptions set plan_id = $2 where workspace_id = $1`, [
      owner.workspaceId,
      planId,
    ]);
  await plan('pro');
  expect(await originOf()(of)).toBe(SITE);
  expect((await site()(own.unsubscribe)).status).toBe(200);
  await plan('enterprise');

  // Its token is gone: emails that were sent keep their way out, and pages are not there.
  zone.texts.delete(`_bellwire.${HOST}`);
  pass(DAY_MS + 1);
  await checkDue();
  expect((await ask(owner, 'GET', `${owner.brandId}/link-domain`)).body.domain).toMatchObject({
    state: 'lost',
    inUse: false,
  });
  expect(await noticesOf(owner)).toEqual([
    expect.anything(),
    {
      title: `Links no longer use ${HOST}`,
      text: expect.stringContaining(`the TXT record of _bellwire.${HOST}. Restore`),
      role: 'owner',
    },
  ]);
  pass(DAY_MS + 1);
  await checkDue();
  expect(await noticesOf(owner), 'told once').toHaveLength(2);
  expect(await originOf()(of)).toBe(SITE);
  const after = site();
  expect((await after(own.unsubscribe)).status).toBe(200);
  expect((await after('/p/harbor-page')).status).toBe(404);
  expect((await after('/certificates/ask?domain=alerts.harbor.example', 'site.example')).status).toBe(404);
  // Who has the domain next is its rightful owner, and the one before gets it back only without them.
  await claim(stranger, stranger.brandId);
  await enter(stranger, stranger.brandId);
  expect((await check(stranger, stranger.brandId)).body.domain).toMatchObject({ state: 'verified' });
  expect((await site()(own.unsubscribe)).status).toBe(404);
  expect((await site()(others[1]!.unsubscribe)).status).toBe(200);
  const [lost] = await inTenant(owner, (tx) =>
    tx
      .select()
      .from(linkHosts)
      .where(and(eq(linkHosts.host, HOST), eq(linkHosts.state, 'lost'))),
  );
  zone.texts.set(`_bellwire.${HOST}`, lost!.token);
  expect((await check(owner, owner.brandId)).body.code).toBe('name_taken');
});

it('is told as lost once, and only where links were on it', async () => {
  const lost = 'lost.vale.example';
  const [owner, ended] = [await customer(), await customer()];
  for (const [who, host] of [
    [owner, lost],
    [ended, 'ended.vale.example'],
  ] as const) {
    await claim(who, who.brandId, host);
    await enter(who, who.brandId);
    expect((await check(who, who.brandId)).body.domain).toMatchObject({ state: 'verified', inUse: true });
  }
  await db.admin.query(`update subscriptions set plan_id = 'pro' where workspace_id = $1`, [
    ended.workspaceId,
  ]);
  zone.texts.delete('_bellwire.ended.vale.example');
  pass(DAY_MS + 1);
  await checkDue();
  const [row] = await inTenant(ended, (tx) => tx.select().from(linkHosts));
  expect(row?.state).toBe('lost');
  expect(await noticesOf(ended)).toEqual([]);

  zone.down = true;
  for (let day = 0; day < 4; day += 1) {
    pass(DAY_MS + 1);
    await checkDue();
  }
  expect(await noticesOf(owner)).toHaveLength(1);
  zone.down = false;
  zone.texts.delete(`_bellwire.${lost}`);
  pass(DAY_MS + 1);
  await checkDue();
  const [gone] = await inTenant(owner, (tx) => tx.select().from(linkHosts));
  expect(gone?.state).toBe('lost');
  expect(await noticesOf(owner), 'told before').toHaveLength(1);
});

it('has certificates while its workspace is served, and an answer shows nothing else', async () => {
  const host = 'tls.harbor.example';
  const owner = await customer();
  let isProxy = true;
  const started = () =>
    createCertificateAsk({
      app: db.app,
      clock,
      ownHost: 'site.example',
      isProxy: () => isProxy,
      unknownPerMinute: 12,
    });
  let server = started();
  const answer = async (domain: string) => {
    const got = await server.request(`/?domain=${encodeURIComponent(domain)}`);
    expect(await got.text()).toBe('');
    expect(got.headers.get('cache-control')).toBe('no-store');
    return got.status;
  };
  await claim(owner, owner.brandId, host);
  expect(await answer(host), 'claimed').toBe(404);
  await enter(owner, owner.brandId);
  await check(owner, owner.brandId);
  expect(await answer(host)).toBe(200);
  expect(await answer('SITE.example')).toBe(200);
  for (const none of [
    '',
    '*.harbor.example',
    '127.0.0.1',
    'tls.harbor.example:443',
    `x.${host}`,
    'a'.repeat(300),
  ])
    expect(await answer(none), none).toBe(404);
  isProxy = false;
  expect(await answer(host), 'from outside').toBe(404);
  isProxy = true;

  const canceled = (days: number) =>
    db.admin.query(`update subscriptions set status = 'Canceled', period_end = $2 where workspace_id = $1`, [
      owner.workspaceId,
      new Date(now.getTime() - days * DAY_MS),
    ]);
  await canceled(59);
  expect(await answer(host), 'ways out of sent emails').toBe(200);
  await canceled(61);
  expect(await answer(host)).toBe(404);
  await db.admin.query(
    `update subscriptions set status = 'Active', period_end = null where workspace_id = $1`,
    [owner.workspaceId],
  );
  expect(await answer(host)).toBe(200);

  pass(60_000);
  for (let n = 0; n < 12; n += 1) await answer(`n${n}.flood.example`);
  expect(await answer('next.flood.example')).toBe(429);
  expect(await answer(host), 'one that has a certificate').toBe(200);
  // Started again meanwhile, it remembers none.
  server = started();
  for (let n = 0; n < 12; n += 1) await answer(`m${n}.flood.example`);
  expect(await answer('next.flood.example')).toBe(429);
  expect(await answer(host), 'one that is verified').toBe(200);
  pass(60_000);
  expect(await answer('next.flood.example')).toBe(404);

  await ask(owner, 'DELETE', `${owner.brandId}/link-domain`);
  expect(await answer(host), 'removed').toBe(404);
  const through = await site()('/', host);
  const marked = await testServer(db, { publicUrl: SITE }).request('/', {
    headers: { host, [LINK_DOMAIN_HEADER]: '1' },
  });
  expect([through.status, marked.status]).toEqual([404, 404]);
  expect(await marked.text()).not.toMatch(/bellwire|site\.example/i);
});

it('shows its certificate, and reports trouble once', async () => {
  const host = 'state.harbor.example';
  const owner = await customer();
  let seen: SeenCertificate = { problem: 'missing', certificate: null };
  const heard: string[] = [];
  const certificates = createLinkCertificates({
    app: db.app,
    clock,
    look: async () => seen,
    announce: (_workspace, topic) => void heard.push(topic),
  });
  const due = () =>
    certificates.checkDue(db.system, (error) => {
      throw error;
    });
  const shown = async () =>
    (await ask(owner, 'GET', `${owner.brandId}/link-domain`)).body.domain!.certificate;
  /** Looks again once it's due, after `ms`. */
  const after = async (ms: number, problem: SeenCertificate['problem'] = null) => {
    pass(ms);
    seen = { problem, certificate: problem === null ? certificate : null };
    await due();
    return (await shown())?.state;
  };
  await db.admin.query('delete from link_hosts');
  looks = [];
  await claim(owner, owner.brandId, host);
  await due();
  expect(await shown(), 'not verified').toBeNull();
  await enter(owner, owner.brandId);
  await check(owner, owner.brandId);
  expect(looks).toEqual([{ workspaceId: owner.workspaceId, brandId: owner.brandId }]);
  expect(await shown()).toBeNull();
  await certificates.check(looks[0]!);
  expect(await shown()).toMatchObject({ state: 'missing', until: null });
  let certificate = {
    issuer: 'Let’s Encrypt',
    from: now,
    until: new Date(now.getTime() + 90 * DAY_MS),
  };
  expect(await after(600_001)).toBe('issued');
  expect(await shown()).toMatchObject({ issuer: 'Let’s Encrypt', until: certificate.until.toISOString() });
  expect(await due(), 'looked at lately').toBe(0);
  expect(await after(6 * 3_600_001, 'unreachable')).toBe('unreachable');
  expect(await after(600_001)).toBe('issued');
  expect(await noticesOf(owner), 'no answer once').toEqual([]);

  expect(await after(71 * DAY_MS)).toBe('issued');
  expect(await after(2 * DAY_MS)).toBe('renewal_late');
  await after(DAY_MS);
  expect(await after(30 * DAY_MS, 'expired')).toBe('expired');
  const told = await noticesOf(owner);
  expect(told).toEqual([
    {
      title: `The certificate of ${host} isn’t renewed`,
      text: expect.stringContaining(`valid until ${certificate.until.toISOString().slice(0, 10)}`),
      role: 'owner',
    },
  ]);
  expect(heard.filter((topic) => topic === 'notifications')).toHaveLength(1);
  certificate = { ...certificate, from: now, until: new Date(now.getTime() + 90 * DAY_MS) };
  expect(await after(600_001)).toBe('issued');
  expect(await after(6 * 3_600_001, 'wrong_name'), 'trouble of its own').toBe('wrong_name');
  expect((await noticesOf(owner)).slice(1)).toMatchObject([
    {
      title: `The certificate of ${host} is for another domain`,
      text: expect.stringMatching(/^Browsers warn readers now\./),
    },
  ]);
  // Another domain of the brand starts anew.
  await claim(owner, owner.brandId, `b.${host}`);
  expect(await shown()).toBeNull();
  const [row] = await inTenant(owner, (tx) => tx.select().from(linkHosts));
  expect(row).toMatchObject({ certificateUntil: null, certificateNoticedAt: null });
});
