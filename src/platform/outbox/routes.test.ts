import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PracticeProvider } from '../practice/provider.ts';
import { memoryRoom } from '../practice/room.ts';
import { isLoopbackPeer } from './loopback.ts';
import { createOutboxRoutes } from './routes.ts';
import { prepareStore, storeMail } from './store.ts';

let dir: string;
let id: string;
let plainId: string;
const SCRIPT = '<script>alert(1)</script>';
const SOURCE = [
  `From: "${SCRIPT}" <a@x.example>`,
  'To: b@x.example',
  `Subject: ${SCRIPT}&amp;`,
  'Message-ID: <m@x.example>',
  'Content-Type: multipart/alternative; boundary=q',
  '',
  '--q',
  'Content-Type: text/plain',
  '',
  `Text ${SCRIPT} https://site.example/confirm?a=1&b=2. javascript:alert(1) https://"onmouseover=x`,
  '--q',
  'Content-Type: text/html',
  '',
  `<p>Hi</p>${SCRIPT}`,
  '--q--',
].join('\r\n');

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  const now = Date.parse('2026-01-02T03:04:05Z');
  await prepareStore(dir, now);
  ({ id } = await storeMail(dir, Buffer.from(SOURCE), now));
  ({ id: plainId } = await storeMail(dir, Buffer.from('Subject: \r\n\r\nplain'), now + 1000));
});
afterAll(() => rm(dir, { recursive: true }));

const get = (url: string, headers: Record<string, string> = {}, peer: string | undefined = '127.0.0.1') =>
  createOutboxRoutes({ dir, peerAddress: () => peer }).request(`http://localhost:3000${url}`, { headers });

test('the list shows time, recipient and subject, escaped, and has no script', async () => {
  const response = await get('/dev/outbox');
  const body = await response.text();
  expect(response.status).toBe(200);
  expect(body).toContain('03:04:05');
  expect(body).toContain('b@x.example');
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(body).toContain('(no subject)');
  expect(body).toContain('http-equiv="refresh"');
  expect(body).not.toMatch(/<script/i);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('an empty outbox says what to do', async () => {
  const app = createOutboxRoutes({ dir: path.join(dir, 'nowhere'), peerAddress: () => '::1' });
  expect(await (await app.request('http://localhost/dev/outbox')).text()).toContain('No emails yet.');
});

test('JSON for tools: the list and one mail', async () => {
  const list = await (await get('/dev/outbox.json')).json();
  expect(list.items.map((each: { id: string }) => each.id)).toEqual([plainId, id]);
  const mail = await (await get(`/dev/outbox/${id}/mail.json`)).json();
  expect(mail).toMatchObject({
    id,
    to: 'b@x.example',
    messageId: '<m@x.example>',
    html: `<p>Hi</p>${SCRIPT}\n`,
  });
});

test('a mail opens in a frame without script or origin, and its links stand beside it', async () => {
  const body = await (await get(`/dev/outbox/${id}`)).text();
  expect(body).toMatch(/<iframe\s+sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(body).toContain(`src="/dev/outbox/${id}/html"`);
  expect(body).not.toMatch(/<script/i);
  expect(body).toContain('href="https://site.example/confirm?a=1&amp;b=2"');
  expect(body).not.toMatch(/href="(?:javascript|https:\/\/&quot;|https:\/\/")/);
});

test('the HTML itself is served without an origin of ours', async () => {
  const response = await get(`/dev/outbox/${id}/html`);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: cid:; style-src 'unsafe-inline'/,
  );
  expect(policy).not.toMatch(/allow-(scripts|same-origin|forms|top-navigation)/);
  expect(await response.text()).toContain(SCRIPT);
  expect((await get(`/dev/outbox/${plainId}/html`)).status).toBe(404);
});

test.each(['text', 'source'])('the view %s is escaped', async (view) => {
  const body = await (await get(`/dev/outbox/${id}?view=${view}`)).text();
  expect(body).toContain('aria-current="page"');
  expect(body).toContain('Text &lt;script&gt;');
  expect(body).not.toMatch(/<script|<iframe/i);
});

test.each(['nope', '..', '%2e%2e%2fx', '..%2f..%2fetc%2fpasswd', `${'0'.repeat(13)}-${'a'.repeat(24)}`])(
  'no mail has the id %s',
  async (bad) => {
    for (const rest of ['', '/html', '/mail.json'])
      expect((await get(`/dev/outbox/${bad}${rest}`)).status).toBe(404);
  },
);

describe('only this machine may look', () => {
  test.each([
    ['another machine', '192.168.1.20', {}],
    ['an unknown peer', undefined, {}],
    ['a proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
    ['a proxy that says so', '127.0.0.1', { forwarded: 'for=203.0.113.9' }],
    ['a proxy that says via', '127.0.0.1', { via: '1.1 edge' }],
    ['a rebound name', '127.0.0.1', { host: 'evil.example:3000' }],
  ] as [string, string | undefined, Record<string, string>][])(
    '%s finds nothing',
    async (_name, peer, headers) => {
      const app = createOutboxRoutes({ dir, peerAddress: () => peer });
      for (const url of ['/dev/outbox', '/dev/outbox.json', `/dev/outbox/${id}`, `/dev/outbox/${id}/html`]) {
        expect((await app.request(`http://localhost${url}`, { headers })).status).toBe(404);
      }
    },
  );

  test.each([
    ['127.0.0.1', {}, true],
    ['127.8.9.1', {}, true],
    ['::1', {}, true],
    ['::ffff:127.0.0.1', { host: 'localhost:3000' }, true],
    ['127.0.0.1', { host: '[::1]:3000' }, true],
    ['127.0.0.1', { host: 'app.localhost' }, true],
    ['::ffff:10.0.0.1', {}, false],
    ['10.0.0.1', {}, false],
    ['127.0.0.1.evil.example', {}, false],
    ['127.1', {}, false],
    ['', {}, false],
    ['127.0.0.1', { host: '127.0.0.1.evil.example' }, false],
    ['127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['127.0.0.1', { 'x-real-ip': '127.0.0.1' }, false],
    ['127.0.0.1', { 'cf-connecting-ip': '203.0.113.9' }, false],
  ] as [string, Record<string, string>, boolean][])('%s with %j: %s', (address, headers, allowed) => {
    expect(isLoopbackPeer(address, new Headers(headers))).toBe(allowed);
  });

  test('the peer comes from the socket when the Node server serves', async () => {
    const app = createOutboxRoutes({ dir });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    const address = await new Promise<{ port: number }>((resolve) =>
      server.once('listening', () => resolve(server.address() as { port: number })),
    );
    const url = `http://127.0.0.1:${address.port}/dev/outbox.json`;
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(404);
    server.close();
    expect((await app.request(url)).status).toBe(404);
  });
});

describe('what practice accounts were sent', () => {
  const room = memoryRoom(
    () => 0,
    () => 'takes',
  );
  const provider: PracticeProvider = {
    kind: 'pigeon',
    title: 'Pigeon post',
    hosts: [],
    account: { fields: {}, place: null },
    serve: async () => ({ status: 200 }),
    draw: ({ text }) => `<p>${text.replaceAll('<', '&lt;')}</p>`,
    style: '.app { color: plum }',
  };
  const message = { kind: 'pigeon', under: null, sentAt: 1_000, editedAt: null, pictures: [], own: null };
  const ask = (url: string, peer = '127.0.0.1') =>
    createOutboxRoutes({
      dir,
      practice: { providers: [provider], room },
      peerAddress: () => peer,
    }).request(`http://localhost:3000${url}`);
  beforeAll(async () => {
    await room.keep({ ...message, id: '1', place: 'loft <1>', text: 'coo <b>' });
    await room.keep({ ...message, id: '2', place: 'square', text: 'on the square' });
  });

  test('is listed by its place, and drawn by its provider', async () => {
    expect(await (await ask('/dev/outbox')).text()).toContain('Pigeon post, loft &lt;1&gt;');
    const one = await (await ask('/dev/outbox/messages/pigeon?place=square')).text();
    expect(one).toContain('on the square');
    expect(one).not.toContain('coo');
    expect(one).toContain('.app { color: plum }');
    const all = await ask('/dev/outbox/messages/pigeon.json');
    expect(await all.json()).toMatchObject({ items: [{ text: 'coo <b>' }, { text: 'on the square' }] });
  });

  test('is for this machine alone, and a picture is never a page', async () => {
    const hash = await room.keepFile(Buffer.from('<script>alert(1)</script>'));
    const picture = await ask(`/dev/outbox/messages/files/${hash}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('x-content-type-options')).toBe('nosniff');
    for (const path of ['pigeon', 'pigeon.json', `files/${hash}`])
      expect((await ask(`/dev/outbox/messages/${path}`, '10.0.0.2')).status).toBe(404);
    expect((await ask('/dev/outbox/messages/owl')).status).toBe(404);
  });
});
