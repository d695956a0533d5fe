import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Call } from '#src/platform/net/call.ts';
import { createCallProvider } from '#src/platform/net/call.ts';
import { formOf, laidOut } from '#src/engine/content/templates/lay-out.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type { SendDeps, SendTo } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { DOCUMENTS, saidBy } from '../documents.fixture.ts';
import { BODY_MAX, encrypt, TEXT_BYTES_MAX } from './encrypt.ts';
import { pushHarness } from './harness.fixture.ts';
import { newKeys } from './keys.fixture.ts';
import { type Payload, payloadOf, TEXT_MAX, TITLE_MAX } from './message.ts';
import { openSubscription } from './subscription.ts';
import { vapidHeader } from './vapid.ts';
import { webPushChannel } from './web-push.ts';

const ALERT = '01900000-0000-7000-8000-000000000001';
const LEAVE = 'https://alerts.harbor.example/unsubscribe/token';
const saying = (text: string, change: Partial<Prepared> = {}): Prepared => ({
  title: 'SPY +2.4%',
  text,
  html: null,
  media: [],
  own: { language: 'en' },
  ...change,
});

let harness: Awaited<ReturnType<typeof pushHarness>>;
beforeAll(async () => {
  harness = await pushHarness();
});
afterAll(() => harness.stop());

const takes = () => harness.set('takes').deps;
const to = (deliveryId: string, change: Partial<SendTo> = {}): SendTo => ({
  deliveryId,
  attempt: 1,
  target: 'address',
  address: harness.own.address,
  about: { id: deliveryId, url: null },
  unsubscribe: { url: LEAVE, oneClick: true },
  ...change,
});
const shown = async (tag: string) =>
  (await harness.room.messages('web-push')).filter(({ own }) => (own as Payload).tag === tag);

/** What goes out, beside where it goes. */
async function watched(prepared: Prepared, about: SendTo, deps = takes()): Promise<Call> {
  const calls: Call[] = [];
  const call: SendDeps['call'] = (request) => {
    calls.push(request);
    return deps.call(request);
  };
  await webPushChannel.send(prepared, about, { ...deps, call });
  return calls[0]!;
}

describe('a notification', () => {
  test.each(DOCUMENTS)(
    'says an alert but for its table, what happened first: %s',
    async (_name, document) => {
      const all = laidOut(document, formOf(webPushChannel.limits));
      const laid = { ...all, table: [], ...(all.table.length > 0 && { figure: null }) };
      const prepared = await webPushChannel.render(all);
      expect(preflight(prepared, webPushChannel.limits).fits).toBe(true);
      const read = `${prepared.title} ${prepared.text}`.replaceAll(/\s+/g, ' ');
      for (const said of saidBy(laid)) expect(read).toContain(said);
      const [first = ''] = plain(all.summary).split(/\n{2,}/);
      // What a reader must know first stands first.
      const notice = all.notice ? `${plain(all.notice.title)}. ${plain(all.notice.text)}\n\n` : '';
      expect(prepared.text.startsWith(notice + first.trim())).toBe(true);
    },
  );

  it('is drawn from what the browser deciphers, and opens only what the alert has', async () => {
    const hash = 'a'.repeat(64);
    const link = { label: 'Read more', url: 'https://harbor.example/spy' };
    const prepared = saying('It closed at 612.40.', {
      buttons: [link],
      media: [{ name: 'chart.png', type: 'image/png', hash, alt: '' }],
      own: { language: 'de', icon: 'b'.repeat(64) },
    });
    expect(await webPushChannel.send(prepared, to('d-1'), takes())).toMatchObject({ outcome: 'sent' });
    const [message] = await shown('d-1');
    expect(message?.own).toEqual({
      title: 'SPY +2.4%',
      body: 'It closed at 612.40.',
      lang: 'de',
      tag: 'd-1',
      at: NOW,
      icon: 'b'.repeat(64),
      image: hash,
      url: link.url,
      actions: [
        { action: 'open', title: 'Read more', url: link.url },
        { action: 'leave', title: 'Abmelden', url: LEAVE },
      ],
    });
  });

  it('leads to the alert in the account area for a member, and else to the way out', () => {
    const about = { brandName: 'Harbor', now: NOW };
    const page = 'https://bellwire.example/dashboard/alerts/1';
    expect(payloadOf(saying('Text'), to('d', { page }), about).url).toBe(page);
    expect(payloadOf(saying('Text'), to('d'), about).url).toBe(LEAVE);
    expect(payloadOf(saying('Text'), { deliveryId: 'd' }, about)).not.toHaveProperty('url');
  });

  it('takes the place of the first one, shown or still on its way', async () => {
    const about = { id: ALERT, url: null };
    await webPushChannel.send(saying('First'), to('d-2', { about }), takes());
    const call = await watched(saying('Corrected'), to('d-3', { about, purpose: 'correction' }));
    expect((await shown(ALERT)).map(({ text }) => text)).toEqual(['SPY +2.4%\n\nCorrected']);
    const topic = call.headers?.['topic'] ?? '';
    expect(Buffer.from(topic, 'base64url').toString('hex')).toBe(ALERT.replaceAll('-', ''));
    expect(topic.length).toBeLessThanOrEqual(32);
  });

  test.each([
    [undefined, '86400'],
    [NOW + 90_000, '90'],
    [NOW - 1, '0'],
    [NOW + 90 * 86_400_000, '2419200'],
  ])('is kept until the alert expires: %s', async (expiresAt, ttl) => {
    const deps = harness.withDevice(takes(), expiresAt === undefined ? {} : { expiresAt });
    const call = await watched(saying('Text'), to('d-4'), deps);
    expect(call.headers).toMatchObject({ ttl, urgency: 'high' });
  });

  it('doesn’t wake a phone for a digest', async () => {
    const call = await watched(saying('Text'), to('d-5', { purpose: 'digest' }));
    expect(call.headers).toMatchObject({ urgency: 'normal' });
  });

  it('names the service no one, and nothing of the alert', async () => {
    const call = await watched(saying('A secret figure'), to('d-6'));
    const all = JSON.stringify({ ...call, body: Buffer.from(call.body ?? '').toString('latin1') });
    for (const word of ['secret figure', 'SPY', LEAVE, harness.keys.privateKey])
      expect(all).not.toContain(word);
  });
});

describe('the size of a message', () => {
  /** Encrypted to so many bytes, past all that we check before. */
  async function posted(bytes: number) {
    const { endpoint } = harness.own;
    const text = Buffer.from(
      JSON.stringify({ title: 'x', body: '', lang: 'en', tag: `size-${bytes}`, at: 0, actions: [] }),
    );
    const filled = Buffer.concat([
      text,
      Buffer.alloc(bytes - (BODY_MAX - TEXT_BYTES_MAX) - text.length, ' '),
    ]);
    const body = encrypt(filled, openSubscription(harness.own.registered)!);
    expect(body.length).toBe(bytes);
    const answer = await takes().call({
      method: 'POST',
      url: endpoint,
      practice: true,
      headers: {
        ttl: '60',
        'content-encoding': 'aes128gcm',
        authorization: vapidHeader(endpoint, harness.keys, NOW),
      },
      body,
    });
    return answer.kind === 'answered' ? answer.status : answer.kind;
  }
  test.each([
    [4_095, 201],
    [4_096, 201],
    [4_097, 413],
  ])('%d bytes: %s', async (bytes, status) => expect(await posted(bytes)).toBe(status));

  test.each([
    [TEXT_MAX - 1, 'sent'],
    [TEXT_MAX, 'sent'],
    [TEXT_MAX + 1, 'rejected'],
  ])('a text of %d bytes: %s', async (bytes, outcome) => {
    for (const sign of ['x', 'é', '🙂', 'ا', 'e\u0301']) {
      const size = textLength(sign, 'bytes');
      const text = sign.repeat(Math.floor(bytes / size)) + 'x'.repeat(bytes % size);
      expect(textLength(text, 'bytes')).toBe(bytes);
      const title = 'é'.repeat(TITLE_MAX / 2);
      const sent = await webPushChannel.send(saying(text, { title }), to(`d-${bytes}`), takes());
      expect(sent.outcome).toBe(outcome);
      const texts = (await shown(`d-${bytes}`)).map((message) => message.text);
      expect(texts).toEqual(outcome === 'sent' ? [`${title}\n\n${text}`] : []);
    }
  });

  it('isn’t sent where signs that JSON escapes make it too large', async () => {
    const before = harness.arrived();
    const outcome = await webPushChannel.send(saying('"'.repeat(TEXT_MAX)), to('d-7'), takes());
    expect(outcome).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('4,096 bytes') });
    expect(harness.arrived()).toBe(before);
  });
});

describe('a subscription', () => {
  const sendTo = async (registered: string | null, keys = harness.keys) => {
    const deps = harness.withDevice(takes(), { registered });
    const device = { ...deps.device!, keys };
    return webPushChannel.send(saying('Text'), to('d-8'), { ...deps, device });
  };
  const isGone = { outcome: 'rejected', permanentAddress: true };

  it('that is over is removed', async () => {
    const other = await harness.subscribe();
    expect(await sendTo(other.registered)).toMatchObject({ outcome: 'sent' });
    await takes().call({ method: 'DELETE', url: other.endpoint, practice: true });
    expect(await sendTo(other.registered)).toMatchObject({
      ...isGone,
      reason: 'The push service answered: the browser is no longer subscribed (410)',
    });
  });

  it('that nobody knows is removed', async () => {
    const registered = harness.own.registered.replace(/\/push\/[\w-]+/, '/push/unknown');
    expect(await sendTo(registered)).toMatchObject(isGone);
  });

  it('that isn’t there, or was made with other keys, is removed without a request', async () => {
    const before = harness.arrived();
    expect(await sendTo(null)).toMatchObject(isGone);
    expect(await sendTo(harness.own.registered, newKeys())).toMatchObject(isGone);
    expect(harness.arrived()).toBe(before);
  });
});

describe('the fake', () => {
  const post = async (headers: Record<string, string>, at = NOW) => {
    const { endpoint } = harness.own;
    const authorization = vapidHeader(endpoint, harness.keys, at);
    const answer = await takes().call({
      method: 'POST',
      url: endpoint,
      practice: true,
      headers: { ttl: '60', authorization, ...headers },
      body: '',
    });
    return answer.kind === 'answered' ? answer.status : answer.kind;
  };

  it('takes a message without a text', async () => expect(await post({})).toBe(201));

  test.each([
    ['no TTL', { ttl: '' }, 400],
    ['a TTL in words', { ttl: 'a day' }, 400],
    ['a long topic', { topic: 'x'.repeat(33) }, 400],
    ['a topic with a space', { topic: 'a b' }, 400],
    ['an unknown urgency', { urgency: 'now' }, 400],
    ['another scheme', { authorization: 'WebPush token' }, 403],
  ])('refuses %s', async (_name, headers, status) => expect(await post(headers)).toBe(status));

  it('refuses keys for another service, of another subject, that ended, and that last too long', async () => {
    const { keys } = harness;
    const other = vapidHeader('https://other.example/1', keys, NOW);
    const nameless = vapidHeader(harness.own.endpoint, { ...keys, subject: 'ops' }, NOW);
    const strangers = vapidHeader(harness.own.endpoint, newKeys(), NOW);
    const [token = '', key = ''] = strangers.split(', ');
    const forged = `${token}, ${vapidHeader(harness.own.endpoint, keys, NOW).split(', ')[1] ?? ''}`;
    expect(key).not.toBe('');
    for (const authorization of [other, nameless, strangers, forged])
      expect(await post({ authorization })).toBe(403);
    expect(await post({}, NOW - 13 * 3_600_000)).toBe(403);
    expect(await post({}, NOW + 13 * 3_600_000)).toBe(403);
    expect(await post({}, NOW + 11 * 3_600_000)).toBe(201);
  });
});

describe('an answer', () => {
  const answering = (status: number, body = '', retryAfterMs: number | null = null): SendDeps => ({
    ...takes(),
    call: async () => ({ kind: 'answered', status, headers: {}, retryAfterMs, body: Buffer.from(body) }),
  });
  const send = (deps: SendDeps) => webPushChannel.send(saying('Text'), to('d-9'), deps);

  test.each([
    [201, '', { outcome: 'sent', providerMessageId: 'd-9' }],
    [400, 'bad request', { outcome: 'rejected', reason: expect.stringContaining('400') }],
    [400, '{"reason":"VapidPkHashMismatch"}', { outcome: 'rejected', permanentAddress: true }],
    [401, '{"reason":"BadJwtToken"}', { outcome: 'retry', waitsForServer: true }],
    [403, '{"reason":"BadJwtToken"}', { outcome: 'retry', waitsForServer: true }],
    [403, 'the VAPID credentials … do not correspond to …', { outcome: 'rejected', permanentAddress: true }],
    [404, '', { outcome: 'rejected', permanentAddress: true }],
    [410, '', { outcome: 'rejected', permanentAddress: true }],
    [413, '', { outcome: 'rejected', reason: expect.stringContaining('too large') }],
    [500, '', { outcome: 'retry' }],
    [503, '', { outcome: 'retry' }],
    [302, '', { outcome: 'rejected' }],
  ])('%d %s', async (status, body, outcome) =>
    expect(await send(answering(status, body))).toMatchObject(outcome),
  );

  test.each([
    [90_000, 90_000],
    [null, 60_000],
  ])('429, wait %s ms: this browser waits, and no other', async (asked, waits) => {
    const outcome = await send(answering(429, 'slow down', asked));
    expect(outcome).toMatchObject({ outcome: 'retry', at: NOW + waits });
    expect(outcome).not.toHaveProperty('holdsAccount');
  });

  it('names the message, and not the address that would delete it', async () => {
    const outcome = await send(takes());
    expect(outcome).toMatchObject({ providerMessageId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it('asks no private network, whatever is stored', async () => {
    const call = createCallProvider({ allowPrivate: false, agent: 'Test', now: () => NOW });
    for (const endpoint of ['https://127.0.0.1/x', 'https://localhost/x', 'https://[::ffff:10.0.0.1]/x']) {
      const registered = JSON.stringify({ ...JSON.parse(harness.own.registered), endpoint });
      const deps = harness.withDevice({ ...takes(), call }, { registered });
      expect(await send(deps)).toMatchObject({ outcome: 'retry', waitsForServer: true });
    }
  });
});
