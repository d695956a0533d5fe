import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#src/db/ids.ts';
import { addresses, audiences, brands, contacts } from '#src/db/schema.ts';
import { withTenant } from '#src/db/tenant.ts';
import { emailChannel } from '#src/engine/channels/email/email.ts';
import { channels } from '#src/engine/channels/registry.ts';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { addAlertFooter } from '#src/engine/content/email/alert-footer.ts';
import { writeExternal } from '#src/engine/content/external-writer.ts';
import { digestDocument } from '#src/engine/digests/digest-document.ts';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { siteConfig } from '#src/shared/site-config.ts';
import { createLinks, createSigner } from '#src/subscribers/links.ts';
import { createPreferences } from '#src/subscribers/preferences.ts';
import type { SubscriberMailJob } from '#src/subscribers/sign-up/deps.ts';
import { createSignupForms } from '#src/subscribers/sign-up/forms.ts';
import { subscriberMail } from '#src/subscribers/sign-up/mail-data.ts';
import { createSignUps } from '#src/subscribers/sign-up/sign-up.ts';
import { createUnsubscribe } from '#src/subscribers/unsubscribe.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import { type TestDatabase, testDatabase } from '#tests/support/database.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { createBrandPages } from './brand-page.ts';
import { createPreferencesRoutes } from './preferences.ts';
import { createSignUpRoutes } from './sign-up.ts';
import { createUnsubscribeRoutes } from './unsubscribe.ts';

/** The product in any spelling: in words, in addresses, in names of headers and of files. */
const OURS = new RegExp(siteConfig.name, 'i');
const publicUrl = 'https://alerts.harbor.example';
const clock = () => new Date();

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

async function workspaceOn(planId: 'pro' | 'enterprise') {
  const who = await newWorkspace(db, { companyName: 'Harbor' });
  await db.admin.query(
    `update subscriptions set plan_id = $2, status = 'Active', trial_ends_at = null where workspace_id = $1`,
    [who.workspaceId, planId],
  );
  return who.workspaceId;
}

/** Every page that a reader of the workspace can come to, with its headers. */
async function pagesOf(workspaceId: string): Promise<Map<string, string>> {
  const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db.app, workspaceId, work);
  const [brand] = await inTenant((tx) => tx.select().from(brands).where(eq(brands.isDefault, true)));
  const stamps = { workspaceId, createdAt: clock(), updatedAt: clock() };
  const [contactId, addressId, audienceId] = [newId(), newId(), newId()];
  const address = `${contactId}@reader.example`;
  await inTenant(async (tx) => {
    await tx.insert(audiences).values({ ...stamps, id: audienceId, name: 'Readers', kind: 'list' });
    await tx.insert(contacts).values({ ...stamps, id: contactId });
    await tx
      .insert(addresses)
      .values({ ...stamps, id: addressId, contactId, channel: 'email', address, confirmedAt: clock() });
  });
  const links = createLinks({ key: Buffer.alloc(32, 5), publicUrl });
  const signer = createSigner(Buffer.alloc(32, 5), 'sign-up');
  const readers = { app: db.app, links, clock, channelTitle: () => 'Email' };
  const pages = createBrandPages(['/_assets/inter.a.woff2']);
  const jobs: SubscriberMailJob[] = [];
  const signUps = createSignUps({
    linkTo: () => null,
    app: db.app,
    clock,
    publicUrl,
    signer,
    limits: { db: db.app, clock, hashKey: Buffer.alloc(32, 3) },
    enqueue: async (_tx, _queue, data) => void jobs.push(data),
  });
  const web = createSignUpRoutes(signUps, pages, () => null);
  const leave = createUnsubscribeRoutes(createUnsubscribe(readers), pages);
  const choose = createPreferencesRoutes(
    {
      preferences: createPreferences({ ...readers, linkTo: () => null }),
      unsubscribe: createUnsubscribe(readers),
    },
    pages,
  );
  const person = { workspaceId, brandId: brand!.id, contactId, addressId, topic: 'other' as const };
  const [out, own] = [links.unsubscribeUrl(person), links.preferencesUrl(person)].map((url) =>
    new URL(url).pathname.replace(/^\/[^/]+/, ''),
  );
  const by = { workspaceId, actor: { kind: 'member' as const, userId: newId(), name: 'Ada' } };
  const form = await createSignupForms({ linkTo: () => null, app: db.app, clock, publicUrl }).make(by, {
    name: 'Website',
    brandId: brand!.id,
    audienceId,
    title: 'Alerts by email',
    intro: 'Every move that matters.',
    consent: 'Send me alerts.',
    button: 'Sign up',
    asksName: true,
    welcomeSubject: 'Welcome',
    welcomeText: 'Good to have you.',
  });
  const at = new URL(form.url).pathname.replace(/^\/s/, '');
  const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) });
  const signUp = { email: `new-${contactId}@reader.example`, agreed: 'yes' };
  const answers: Record<string, Response> = {
    form: await web.request(at),
    'embedded form': await web.request(`${at}/embed`),
    'form with a fault': await web.request(at, post({ email: 'x' })),
    'sent form': await web.request(at, post(signUp)),
    'sent form to a program': await web.request(at, {
      ...post(signUp),
      headers: { Accept: 'application/json' },
    }),
    'no such form': await web.request('/nothing'),
    'no such confirmation': await web.request('/confirm/nothing'),
    unsubscribe: await leave.request(out!),
    'no such unsubscribe link': await leave.request('/nothing'),
    preferences: await choose.request(own!),
    'saved preferences': await choose.request(own!, post({ action: 'save' })),
    'no such preferences': await choose.request('/nothing'),
    unsubscribed: await leave.request(out!, post({ scope: 'brand' })),
  };
  const deps = { clock, links, signer, publicUrl };
  const confirm = await inTenant((tx) => subscriberMail(tx, deps, jobs[0]!));
  const mail = await confirm!.mail();
  const link = /https:\/\/[^\s]+confirm[^\s]+/.exec(mail.text)![0];
  const path = new URL(link).pathname.replace(/^\/s/, '');
  answers['confirmation'] = await web.request(path);
  answers['confirmed'] = await web.request(path, post({}));
  const welcome = await inTenant((tx) =>
    subscriberMail(
      tx,
      deps,
      jobs.find((job) => job.mail === 'welcome')!,
    ),
  );
  const texts = new Map<string, string>([
    ['embed code', JSON.stringify(form.embed)],
    ['confirmation email', JSON.stringify(mail)],
    ['welcome email', JSON.stringify(await welcome!.mail())],
  ]);
  for (const [name, answer] of Object.entries(answers))
    texts.set(name, `${JSON.stringify([...answer.headers])}\n${await answer.text()}`);
  return texts;
}

const BRAND = { name: 'Harbor', color: '#0f4c5c', whiteLabel: true, website: 'https://harbor.example/' };
const said = (from: 'news' | 'webhook' | 'calendar') =>
  writeExternal(
    {
      brand: BRAND,
      rule: 'Rate news',
      about: 'Rates',
      evidence: {
        said: { from, by: 'A wire', at: '2026-11-23T14:00:00.000Z', type: 'text/plain', body: '' },
        facts: { title: 'Rates held' },
        other: {},
      },
    },
    'en',
  );
const DOCUMENTS: Record<string, AlertDocument> = {
  market: fallDocument({ brand: BRAND }),
  'trial run': fallDocument({ brand: BRAND, trial: true }),
  news: said('news'),
  webhook: said('webhook'),
  calendar: said('calendar'),
  digest: digestDocument(
    BRAND,
    [{ id: newId(), content: fallDocument({ brand: BRAND }), title: 'Fall', symbol: 'SPX', held: false }],
    'en',
  ),
};

describe('a white-label brand', () => {
  it('has no page or email of a sign-up that names the product; another has it on its pages', async () => {
    for (const [name, text] of await pagesOf(await workspaceOn('enterprise')))
      expect(OURS.exec(text)?.[0] ?? '', name).toBe('');
    const others = await pagesOf(await workspaceOn('pro'));
    const named = [...others].flatMap(([name, text]) => (OURS.test(text) ? [name] : []));
    expect(named).toEqual(
      expect.arrayContaining(['form', 'embedded form', 'unsubscribe', 'preferences', 'confirmed']),
    );
    // Whose they were isn't known.
    expect(named.filter((name) => name.startsWith('no such'))).toEqual([]);
  });

  it.each(Object.keys(DOCUMENTS))('has no %s alert that names the product, in any channel', async (kind) => {
    for (const channel of channels()) {
      const prepared = await channel.render(DOCUMENTS[kind]!);
      expect(JSON.stringify(prepared), channel.kind).not.toMatch(OURS);
    }
  });

  it('sends emails whose headers don’t name it either', async () => {
    const fake = await startFakeSmtp();
    const transport = createMailTransport(fake.url);
    const prepared = await emailChannel.render(DOCUMENTS['market']!);
    const own = addAlertFooter(
      { text: prepared.text, html: prepared.html! },
      {
        brandName: 'Harbor',
        evidenceUrl: null,
        unsubscribeUrl: `${publicUrl}/unsubscribe/x`,
        preferencesUrl: `${publicUrl}/preferences/x`,
      },
    );
    const sent = await emailChannel.send(
      { ...prepared, ...own },
      {
        deliveryId: 'd-1',
        attempt: 1,
        target: 'address',
        address: 'r@reader.example',
        unsubscribe: { url: `${publicUrl}/unsubscribe/x`, oneClick: true },
      },
      {
        connection: null,
        sender: { brandName: 'Harbor', settings: {}, secrets: {}, takesMail: false },
        mail: { from: 'alerts@mail.harbor.example', transport: () => transport, takesMail: true },
        call: noCalls,
        picture: async () => null,
        now: () => Date.parse('2026-11-23T14:00:00Z'),
        random: () => 0.5,
      },
    );
    expect(sent.outcome).toBe('sent');
    expect(fake.mails[0]).not.toMatch(OURS);
    const read = await PostalMime.parse(fake.mails[0]!);
    expect(`${JSON.stringify(read.headers)} ${read.text} ${read.html}`).not.toMatch(OURS);
    transport.close();
    await fake.stop();
  });
});
