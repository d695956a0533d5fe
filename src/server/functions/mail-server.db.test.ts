import { FunctionsHttpError } from '@supabase/supabase-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LEAD, restWorld, type RestWorld, TEAM } from '#src/server/rest/test-support.ts';

// A mail server that fails, and the rules of production.
let world: RestWorld;
afterEach(() => world.close());

const FORM = {
  companyName: 'Delta Desk',
  messageVolume: '1',
  platforms: ['Email'],
  brandedEmails: 'Yes',
  contactEmail: 'ada@desk.example',
  consentMarketing: true,
};
const MAIL = { to: 'x@desk.example', subject: 'Test', text: 'Test' };
const send = async (client: ReturnType<RestWorld['client']>, change: object = {}) => {
  const { data, error } = await client.functions.invoke('send-smtp-email', { body: { ...MAIL, ...change } });
  if (!(error instanceof FunctionsHttpError)) return { status: 200, error, data };
  return { status: error.context.status as number, ...(await error.context.json()) };
};

describe('a mail server that is down', () => {
  it('keeps the lead, says failed, and the team is told when it is back', async () => {
    world = await restWorld({ smtp: { dropOnConnect: true } });
    const client = world.client();
    expect((await client.from('leads').insert(LEAD)).error).toBeNull();
    const { data, error } = await client.functions.invoke('notify-new-lead', { body: FORM });
    expect(error).toBeNull();
    expect(data).toEqual({
      success: true,
      emailStatus: 'failed',
      emailError: 'The notification couldn’t be emailed yet. We’ll retry.',
    });
    expect(await world.leads()).toHaveLength(1);
    const sent = await send(client);
    expect([sent.status, sent.error]).toEqual([
      503,
      'The mail server didn’t accept the email. Try again later.',
    ]);
    world.smtp.script.dropOnConnect = false;
    await vi.waitFor(
      () => {
        expect(world.mailsTo(TEAM)).toHaveLength(1);
        expect(world.mailsTo('ada@desk.example')).toHaveLength(1);
      },
      { timeout: 20_000, interval: 100 },
    );
    // The server has the email a moment before its job has written that down.
    await expect
      .poll(async () => (await client.functions.invoke('notify-new-lead', { body: FORM })).data.emailStatus, {
        timeout: 20_000,
      })
      .toBe('sent');
  });

  it('that hangs does not keep the visitor waiting', async () => {
    world = await restWorld({ smtp: { message: { hang: true } }, waitMs: 300 });
    const { data } = await world.client().functions.invoke('notify-new-lead', { body: FORM });
    expect(data.emailStatus).toBe('queued');
    const sent = await send(world.client());
    expect([sent.status, sent.error]).toEqual([
      503,
      'The mail server gave no answer. The email may or may not have been sent.',
    ]);
  });

  it('that refuses a recipient says so without its own words', async () => {
    world = await restWorld({ smtp: { rcpt: '550 5.1.1 no such user at mx7.internal' } });
    const answer = await send(world.client());
    expect([answer.status, answer.error]).toEqual([400, 'The mail server refused this recipient.']);
  });
});

describe('in production', () => {
  it('a test mail goes to the signed-in person, or to whom the operator allows, and to nobody else', async () => {
    world = await restWorld({ production: true, allow: ['qa@desk.example', '@partner.example'] });
    const nobody = world.client();
    const stranger = await send(nobody);
    expect([stranger.status, stranger.error]).toEqual([
      403,
      'Sign in to send a test email to your own address.',
    ]);
    expect((await send(nobody, { to: 'QA@desk.example' })).status).toBe(200);
    expect((await send(nobody, { to: 'any@partner.example' })).status).toBe(200);
    expect((await send(nobody, { to: 'any@notpartner.example' })).status).toBe(403);
    expect((await send(nobody, { to: 'any@partner.example.evil.example' })).status).toBe(403);

    const ada = await world.person();
    const unconfirmed = await send(ada.client, { to: ada.email });
    expect([unconfirmed.status, unconfirmed.error]).toEqual([
      403,
      'Confirm your email address first; then a test email can be sent to it.',
    ]);
    await world.auth.database.admin.query('update users set email_confirmed_at = now() where id = $1', [
      ada.id,
    ]);
    // Who is signed in is remembered for five seconds.
    world.auth.later(6_000);
    expect((await send(ada.client, { to: ada.email.toUpperCase() })).status).toBe(200);
    const other = await send(ada.client);
    expect([other.status, other.error]).toEqual([403, 'A test email can only be sent to your own address.']);
    expect(world.smtp.mails).toHaveLength(3);
  });
});
