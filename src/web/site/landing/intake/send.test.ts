import { describe, expect, it } from 'vitest';
import type { LeadForm } from '#src/shared/leads.ts';
import { sendLead } from './send.ts';

const FORM: LeadForm = {
  companyName: 'Delta Desk',
  messageVolume: '5',
  platforms: ['Email', 'Slack'],
  brandedEmails: 'Not sure',
  contactEmail: 'ada@desk.example',
  consentMarketing: true,
};
const KEY = 'sb_publishable_bellwire';
const created = () => new Response(null, { status: 201 });
const told =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });
const lost = () => {
  throw new TypeError('Failed to fetch');
};

/** Answers one request after the other, and keeps what was asked. */
function network(...answers: (() => Response)[]) {
  const asked: { path: string; init: RequestInit; body: unknown }[] = [];
  const fetcher = (async (path: string, init: RequestInit) => {
    asked.push({ path, init, body: JSON.parse(String(init.body)) });
    return answers[asked.length - 1]!();
  }) as typeof fetch;
  return { fetcher, asked };
}

it('makes the two calls of the specification, in this order and as the published client does', async () => {
  const { fetcher, asked } = network(created, told({ success: true, emailStatus: 'sent', emailError: null }));
  expect(await sendLead(FORM, 'one-lead', fetcher)).toBe('notified');
  expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
    {
      path: '/rest/v1/leads',
      body: {
        company_name: 'Delta Desk',
        contact_email: 'ada@desk.example',
        message_volume: '5',
        branded_emails: 'Not sure',
        platforms: ['Email', 'Slack'],
      },
    },
    { path: '/functions/v1/notify-new-lead', body: FORM },
  ]);
  expect(asked.map(({ init }) => ({ method: init.method, headers: init.headers }))).toEqual([
    {
      method: 'POST',
      headers: {
        apikey: KEY,
        authorization: `Bearer ${KEY}`,
        'content-profile': 'public',
        'Idempotency-Key': 'one-lead',
        'content-type': 'application/json',
      },
    },
    { method: 'POST', headers: { apikey: KEY, 'content-type': 'application/json' } },
  ]);
});

describe('when the team isn’t told', () => {
  it.each([
    ['the function says so', told({ emailStatus: 'failed', emailError: 'no mail server' })],
    ['it answers an error', told({ error: 'nothing works' }, 500)],
    ['it can’t be reached', lost],
    ['it answers something else', () => new Response('<html>')],
  ])('%s: the lead is saved all the same', async (_, answer) => {
    expect(await sendLead(FORM, 'one-lead', network(created, answer).fetcher)).toBe('saved');
  });

  it('takes a mail that is on its way for told', async () => {
    expect(await sendLead(FORM, 'one-lead', network(created, told({ emailStatus: 'queued' })).fetcher)).toBe(
      'notified',
    );
  });
});

describe('when the lead isn’t saved', () => {
  it.each([
    ['with the message of the database', told({ message: 'permission denied' }, 401), 'permission denied'],
    ['with what a proxy said', () => new Response('Bad Gateway', { status: 502 }), 'Bad Gateway'],
    ['with the status at least', () => new Response(null, { status: 500 }), '500'],
  ])('fails %s, and tells nobody', async (_, answer, message) => {
    const { fetcher, asked } = network(answer);
    await expect(sendLead(FORM, 'one-lead', fetcher)).rejects.toThrow(`Database error: ${message}`);
    expect(asked).toHaveLength(1);
  });

  it('fails without a network', async () => {
    await expect(sendLead(FORM, 'one-lead', network(lost).fetcher)).rejects.toThrow('Failed to fetch');
  });
});
