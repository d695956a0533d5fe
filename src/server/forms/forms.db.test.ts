import { parse } from 'node-html-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { restWorld, type RestWorld, TEAM } from '#src/server/rest/test-support.ts';

// The forms as a browser without script posts them, on a real database, queue and mail server.
const page = (body: string) => ({
  type: 'text/html; charset=utf-8',
  body: new Uint8Array(Buffer.from(body)),
});
const CONTACT = ['name', 'email', 'subject'].map(
  (name) => `<div data-field="${name}"><input name="${name}"></div>`,
);
const INTAKE = ['companyName', 'contactEmail', 'messageVolume', 'brandedEmails'].map(
  (name) => `<div data-field="${name}"><input name="${name}"></div>`,
);
const files = new Map([
  [
    '/contact',
    page(
      `<form data-form="contact">${CONTACT.join('')}<div data-field="message"><textarea name="message"></textarea></div></form>`,
    ),
  ],
  [
    '/',
    page(
      `<form data-form="intake">${INTAKE.join('')}<div data-field="platforms"><input type="checkbox" name="platforms" value="Email"></div><div data-field="consentMarketing"><input type="checkbox" name="consentMarketing"></div></form>`,
    ),
  ],
]);

let world: RestWorld;
beforeAll(async () => {
  world = await restWorld({ site: { files }, waitMs: 4_000 });
});
afterAll(() => world.close());
beforeEach(() => {
  world.from(null);
  world.smtp.mails.length = 0;
  world.smtp.script = {};
});

let serial = 0;
const message = (change: Record<string, string> = {}) => ({
  name: 'Ada Byron',
  email: `ada-${(serial += 1)}@desk.example`,
  subject: 'A question',
  message: 'One line.\r\nAnother.',
  ...change,
});
const lead = (change: Record<string, string> = {}) => ({
  companyName: `Delta Desk ${(serial += 1)}`,
  messageVolume: '10+',
  platforms: 'Email',
  brandedEmails: 'Not sure',
  contactEmail: `lead-${serial}@desk.example`,
  consentMarketing: 'on',
  ...change,
});
const post = (name: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.call(`/forms/${name}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'Sec-Fetch-Site': 'same-origin', ...headers },
  });
const messages = async () =>
  (await world.auth.database.admin.query('select * from contact_messages order by created_at')).rows;
const sentences = async (answer: Response) =>
  Object.fromEntries(
    parse(await answer.text())
      .querySelectorAll('[data-server-error]')
      .map((each) => [each.getAttribute('data-server-error'), each.text]),
  );

describe('the contact form', () => {
  it('is stored and leads on', async () => {
    const one = message();
    const answer = await post('contact', one);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/contact/sent']);
    expect((await messages()).at(-1)).toMatchObject({
      ...one,
      message: 'One line.\nAnother.',
      kind: 'contact',
    });
    await vi.waitFor(() => expect(world.mailsTo(TEAM)).toHaveLength(1), { timeout: 10_000 });
    const before = (await messages()).length;
    expect((await post('contact', one)).status).toBe(303);
    expect(await messages()).toHaveLength(before);
  });

  it('comes back with what was typed and what is wrong', async () => {
    const before = (await messages()).length;
    const answer = await post('contact', message({ name: '', email: '<b>"', message: 'x'.repeat(10_001) }));
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([422, 'no-store']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await answer.text();
    expect(parse(html).querySelector('input[name=email]')?.getAttribute('value')).toBe('<b>"');
    expect(await sentences(new Response(html))).toEqual({
      name: 'Name is required',
      email: 'Please enter a valid email address',
      message: 'Message can have 10000 characters at most',
    });
    expect(await messages()).toHaveLength(before);
  });

  it('comes back whole when too many were sent', async () => {
    world.from('198.51.100.40');
    for (let each = 0; each < 20; each += 1) expect((await post('contact', message())).status).toBe(303);
    const answer = await post('contact', message({ subject: 'Kept' }));
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const html = await answer.text();
    expect(html).toContain('value="Kept"');
    expect(await sentences(new Response(html))).toEqual({
      root: 'Something went wrong! Please try again later.',
    });
  });
});

describe('the intake form', () => {
  it('saves the lead, tells the team and leads on; twice the same is one', async () => {
    const before = (await world.leads()).length;
    const one = lead();
    const answers = await Promise.all([post('intake', one), post('intake', one)]);
    expect(answers.map((each) => [each.status, each.headers.get('location')])).toEqual([
      [303, '/thanks'],
      [303, '/thanks'],
    ]);
    // Messages of the tests before are still being mailed.
    expect(world.mailsTo(TEAM).filter((mail) => mail.includes(one.companyName))).toHaveLength(1);
    const rows = await world.leads();
    expect(rows).toHaveLength(before + 1);
    expect(rows.at(-1)).toMatchObject({
      company_name: one.companyName,
      contact_email: one.contactEmail,
      message_volume: '10+',
      branded_emails: 'Not sure',
      platforms: ['Email'],
    });
  });

  it('counts as saved when the team could not be told', async () => {
    world.smtp.script = { mail: '550 5.7.1 No' };
    const one = lead();
    const answer = await post('intake', one);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/thanks/saved']);
    expect((await world.leads()).at(-1)).toMatchObject({ company_name: one.companyName });
  });

  it('counts as saved when its network has had the team told too often, which is no error of ours', async () => {
    world.from('198.51.100.41');
    const before = (await world.leads()).length;
    const answers = await Promise.all(Array.from({ length: 31 }, () => post('intake', lead())));
    const next = answers.map((each) => each.headers.get('location'));
    expect(next.filter((where) => where === '/thanks/saved')).toHaveLength(1);
    expect(await world.leads()).toHaveLength(before + 31);
    expect(world.errors).toEqual([]);
  });

  it('says each mistake in the words of the specification', async () => {
    const before = (await world.leads()).length;
    const answer = await post('intake', { companyName: '', contactEmail: 'x', brandedEmails: 'Maybe' });
    expect(answer.status).toBe(422);
    expect(await sentences(answer)).toEqual({
      companyName: 'Company name is required',
      messageVolume: 'Please select a message volume',
      platforms: 'Please select at least one platform',
      brandedEmails: 'Please choose Yes, No or Not sure',
      contactEmail: 'Please enter a valid email address',
      consentMarketing: 'You must consent to receive marketing communications',
    });
    expect(await world.leads()).toHaveLength(before);
  });
});

describe('what is refused', () => {
  it.each([
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ 'Content-Type': 'text/plain' }, 415],
    [{ 'Content-Type': 'multipart/form-data; boundary=x' }, 415],
  ] as [Record<string, string>, number][])('is a post with %j', async (headers, status) => {
    const before = (await messages()).length;
    expect((await post('contact', message(), headers)).status).toBe(status);
    expect(await messages()).toHaveLength(before);
  });

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['own', 303],
  ])('is a post of an older browser from %s', async (origin, status) => {
    const answer = await world.call('/forms/contact', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(message()),
      headers: { Origin: origin === 'own' ? world.url : origin },
    });
    expect(answer.status).toBe(status);
  });

  it('is what no form could hold', async () => {
    expect((await post('contact', message({ message: 'x'.repeat(600_000) }))).status).toBe(413);
    const before = (await messages()).length;
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field-${n}`, '']));
    expect((await post('contact', { ...message(), ...many })).status).toBe(413);
    expect(await messages()).toHaveLength(before);
  });

  it('leads a reader of its address back to the form', async () => {
    for (const [name, where] of [
      ['contact', '/contact'],
      ['intake', '/#intake'],
    ]) {
      const answer = await world.call(`/forms/${name}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, where]);
    }
  });

  it('has cost no error of ours', () => {
    expect(world.errors).toEqual([]);
  });
});
