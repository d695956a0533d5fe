import { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Person, restWorld, type RestWorld, TEAM } from '#src/server/rest/test-support.ts';

// The published client against the functions: what works, and which error class and sentence come where it does not.
let world: RestWorld;
let ada: Person;
beforeAll(async () => {
  world = await restWorld();
  ada = await world.person();
});
afterAll(() => world.close());
beforeEach(() => {
  world.from(null);
  world.smtp.mails.length = 0;
});

let serial = 0;
const form = (change: Record<string, unknown> = {}) => ({
  companyName: `Delta Desk ${(serial += 1)}`,
  messageVolume: '10+',
  platforms: ['Email', 'Other'],
  brandedEmails: 'Not sure',
  contactEmail: `lead-${serial}@desk.example`,
  consentMarketing: true,
  ...change,
});
const notify = (body: unknown) =>
  world.client().functions.invoke('notify-new-lead', { body: body as Record<string, unknown> });
const sendMail = (body: unknown, client = world.client()) =>
  client.functions.invoke('send-smtp-email', { body: body as Record<string, unknown> });
const mailsTo = (address: string) => world.mailsTo(address);

async function refusal(answer: { error: unknown }): Promise<{ status: number; error: string; code: string }> {
  expect(answer.error).toBeInstanceOf(FunctionsHttpError);
  const response = (answer.error as FunctionsHttpError).context as Response;
  const body = await response.json();
  expect(body.message).toBe(body.error);
  return { status: response.status, ...body };
}

describe('notify-new-lead', () => {
  it('mails the team what was filled in, and the lead fixed words', async () => {
    const lead = form({ companyName: 'Delta <b>Desk</b>' });
    const { data, error } = await notify(lead);
    expect(error).toBeNull();
    expect(data).toEqual({ success: true, emailStatus: 'sent', emailError: null });
    await vi.waitFor(() => expect(world.smtp.mails).toHaveLength(2), { timeout: 10_000 });
    const [team] = mailsTo(TEAM);
    expect(team).toContain('Delta <b>Desk</b>');
    expect(team).toContain('Delta &lt;b&gt;Desk&lt;/b&gt;');
    expect(team).toContain(`Reply-To: ${lead.contactEmail}`);
    expect(team).toContain('Marketing consent');
    const [confirmation] = mailsTo(lead.contactEmail);
    expect(confirmation).toContain('Subject: Thanks for your interest!');
    expect(confirmation).not.toContain('Delta');
  });

  it('confirms to an address once a day', async () => {
    const contactEmail = 'often@desk.example';
    for (const address of [contactEmail, 'OFTEN@desk.example', contactEmail]) {
      expect((await notify(form({ contactEmail: address }))).data.emailStatus).toBe('sent');
    }
    await vi.waitFor(() => expect(mailsTo(TEAM)).toHaveLength(3), { timeout: 10_000 });
    await vi.waitFor(() => expect(mailsTo(contactEmail).length).toBe(1));
    world.auth.later(24 * 3_600_000);
    await notify(form({ contactEmail }));
    await vi.waitFor(() => expect(mailsTo(contactEmail)).toHaveLength(2), { timeout: 10_000 });
    world.auth.later(-24 * 3_600_000);
  });

  it('counts the same content within a minute once, also when it comes twice at once', async () => {
    const lead = form();
    const answers = await Promise.all([notify(lead), notify({ ...lead, platforms: ['Other', 'Email'] })]);
    expect(answers.map(({ data }) => data.emailStatus)).toEqual(['sent', 'sent']);
    expect((await notify(lead)).data.emailStatus).toBe('sent');
    expect(mailsTo(TEAM)).toHaveLength(1);
    world.auth.later(61_000);
    await notify(lead);
    expect(mailsTo(TEAM)).toHaveLength(2);
    world.auth.later(-61_000);
  });

  it.each([
    ['companyName', '  ', 'Company name is required'],
    ['companyName', undefined, 'Company name is required'],
    ['companyName', 'a\r\nBcc: x@y.example', /character that cannot be shown/],
    ['messageVolume', '4', 'Please select a message volume'],
    ['platforms', [], 'Please select at least one platform'],
    ['platforms', ['Fax'], 'Please select at least one platform'],
    ['contactEmail', 'nobody', 'Please enter a valid email address'],
    ['contactEmail', 'a@x.example, b@y.example', 'Please enter a valid email address'],
    ['contactEmail', 'a@x.example\r\nBcc: b@y.example', 'Please enter a valid email address'],
    ['consentMarketing', false, 'You must consent to receive marketing communications'],
  ])('refuses a wrong %s in the words of the form', async (field, value, sentence) => {
    const { status, error } = await refusal(await notify(form({ [field]: value })));
    expect(status).toBe(400);
    expect(error).toMatch(sentence);
    expect(world.smtp.mails).toEqual([]);
  });

  it('stops a network that sends too many', async () => {
    world.from('198.51.100.4');
    const lead = form();
    for (let each = 0; each < 30; each += 1) {
      const { data } = await notify({ ...lead, companyName: `Many ${each}` });
      expect(data.success).toBe(true);
    }
    const { status, code } = await refusal(await notify(form()));
    expect([status, code]).toEqual([429, 'over_request_rate_limit']);
    // A repeat of what was taken is no new notice.
    expect((await notify({ ...lead, companyName: 'Many 29' })).error).toBeNull();
    world.from('198.51.100.5');
    expect((await notify(form())).error).toBeNull();
  });
});

describe('send-smtp-email', () => {
  const mail = (change: Record<string, unknown> = {}) => ({
    to: `to-${(serial += 1)}@desk.example`,
    subject: 'Test email',
    html: '<script>alert(1)</script><img src="https://evil.example/x.png">',
    text: 'First line.\n\n<b>Second</b> line.',
    ...change,
  });

  it('sends the text in a form of ours, and none of the given HTML', async () => {
    const one = mail();
    const { data, error } = await sendMail(one);
    expect(error).toBeNull();
    expect(data).toMatchObject({ success: true, messageId: expect.stringMatching(/^<test-.*>$/) });
    const [sent] = mailsTo(one.to);
    expect(sent).toContain('Subject: Test email');
    expect(sent).toContain('<b>Second</b> line.');
    expect(sent).toContain('&lt;b&gt;Second&lt;/b&gt; line.');
    expect(sent).not.toMatch(/alert\(1\)|evil\.example/);
  });

  it.each([
    [{ to: '' }, 'Please enter a recipient email address.'],
    [{ to: undefined }, 'Please enter a recipient email address.'],
    [{ to: ['a@x.example'] }, 'Please enter a recipient email address.'],
    [{ to: 'a@x.example, b@y.example' }, 'Please enter one valid email address'],
    [{ to: 'a@x.example\r\nBcc: b@y.example' }, 'Please enter one valid email address'],
    [{ to: '<a@x.example> NOTIFY=SUCCESS' }, 'Please enter one valid email address'],
    [{ subject: 'Hello\r\nBcc: victim@y.example' }, 'The subject must be one line of plain text'],
    [{ subject: 'Hello\u2028Bcc: victim@y.example' }, 'The subject must be one line of plain text'],
    [{ subject: 'a\0b' }, 'The subject must be one line of plain text'],
    [{ subject: 'x'.repeat(151) }, 'The subject can have 150 characters at most'],
    [{ text: 'a\0b' }, 'The message must be plain text'],
    [{ text: '  ' }, 'Please enter a message'],
    [{ text: 'x'.repeat(5_001) }, 'The message can have 5000 characters at most'],
  ])('refuses %j', async (change, sentence) => {
    const { status, error } = await refusal(await sendMail(mail(change)));
    expect([status, error]).toEqual([400, sentence]);
    expect(world.smtp.commands.join('\n')).not.toMatch(/victim|b@y/);
  });

  it('adds no header and no recipient that a caller names', async () => {
    const one = mail({ cc: 'c@x.example', bcc: 'd@x.example', from: 'e@x.example', headers: { 'X-A': 'b' } });
    expect((await sendMail(one)).error).toBeNull();
    const [sent] = world.smtp.mails;
    expect(sent).not.toMatch(/[cde]@x\.example|X-A/);
    expect(world.smtp.commands.findLast((line) => line.startsWith('RCPT'))).toBe(`RCPT TO:<${one.to}>`);
  });

  it('stops at the limits of a recipient and of a network', async () => {
    const to = 'much@desk.example';
    for (let each = 0; each < 5; each += 1) expect((await sendMail(mail({ to }))).error).toBeNull();
    expect((await refusal(await sendMail(mail({ to: 'MUCH@desk.example' })))).status).toBe(429);
    world.from('198.51.100.9');
    for (let each = 0; each < 10; each += 1) expect((await sendMail(mail())).error).toBeNull();
    const { status, error } = await refusal(await sendMail(mail()));
    expect([status, error]).toEqual([429, 'Too many requests were sent. Please try again later.']);
  });

  it('stops everybody at the limit of all', async () => {
    await world.auth.database.admin.query(`update limits set used = 100 where key ~ '^test mails [^ ]+$'`);
    expect((await refusal(await sendMail(mail()))).status).toBe(429);
    await world.auth.database.admin.query(`update limits set used = 0 where key ~ '^test mails [^ ]+$'`);
  });
});

describe('the surface', () => {
  const call = (path: string, init?: RequestInit) => world.call(`/functions/v1/${path}`, init);

  it('knows two functions, by POST', async () => {
    const { status, error } = await refusal(await world.client().functions.invoke('reset-everything'));
    expect([status, error]).toEqual([404, 'Requested function was not found']);
    expect((await call('notify-new-lead')).status).toBe(405);
    expect((await call('notify-new-lead/x', { method: 'POST' })).status).toBe(404);
    const get = await world.client().functions.invoke('send-smtp-email', { method: 'GET' });
    expect((await refusal(get)).status).toBe(405);
  });

  it('answers a preflight without a token, and errors with CORS headers', async () => {
    const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' };
    const preflight = await call('notify-new-lead', { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const refused = await call('notify-new-lead', { method: 'POST', body: '{', headers });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, '*']);
    expect(refused.headers.get('x-relay-error')).toBeNull();
  });

  it('reads JSON under any content type and refuses what is none, or too much', async () => {
    const text = await world.client().functions.invoke('notify-new-lead', { body: JSON.stringify(form()) });
    expect(text.data.emailStatus).toBe('sent');
    for (const body of ['', '{', '[]', 'null', '"x"', '\0']) {
      const answer = await call('notify-new-lead', { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect((await answer.json()).error).toBeTruthy();
    }
    const huge = await call('send-smtp-email', { method: 'POST', body: 'x'.repeat(200_000) });
    expect(huge.status).toBe(413);
  });

  it('refuses tokens that are no good, and takes those that are', async () => {
    const forged = `${ada.token.slice(0, -8)}AAAAAAAA`;
    for (const token of [forged, 'x', 'a.b.c']) {
      const answer = await call('notify-new-lead', {
        method: 'POST',
        body: JSON.stringify(form()),
        headers: { Authorization: `Bearer ${token}` },
      });
      expect([answer.status, (await answer.json()).code]).toEqual([401, 'bad_jwt']);
    }
    const { error } = await ada.client.functions.invoke('notify-new-lead', { body: form() });
    expect(error).toBeNull();
  });

  it('has logged no error of ours', () => {
    expect(world.errors).toEqual([]);
  });
});
