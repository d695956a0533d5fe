import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createCallProvider, retryAfterMs } from './call.ts';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const call = createCallProvider({ allowPrivate: true, agent: 'Test', now: () => NOW, withinMs: 500 });

let server: Pick<NetServer, 'close'> | undefined;
afterEach(() => new Promise<void>((done) => (server ? server.close(() => done()) : done())));

async function serve(answer: RequestListener): Promise<string> {
  const http = createServer(answer);
  server = http;
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/`;
}

it('tells the answer whatever its status, and how long to wait', async () => {
  let asked = '';
  const url = await serve((request, response) => {
    asked = `${request.method} ${request.headers['user-agent']} ${request.headers['x-key']}`;
    response.writeHead(429, { 'Retry-After': '7' }).end('slow down');
  });
  const answer = await call({ method: 'POST', url, headers: { 'x-key': 'k' }, body: 'é' });
  expect(answer).toMatchObject({ kind: 'answered', status: 429, retryAfterMs: 7_000 });
  expect(answer.kind === 'answered' && answer.body.toString()).toBe('slow down');
  expect(asked).toBe('POST Test k');
});

it('has sent nothing where nobody is there', async () => {
  const url = await serve(() => undefined);
  await new Promise<void>((done) => server?.close(() => done()));
  server = undefined;
  expect(await call({ method: 'POST', url, body: '{}' })).toMatchObject({ kind: 'not_sent' });
});

it.each([
  ['hangs up', (_: unknown, response: { destroy: () => void }) => response.destroy()],
  ['says nothing', () => undefined],
  [
    'breaks off within its answer',
    (_: unknown, response: { write: (text: string) => void; destroy: () => void }) => {
      response.write('{"ok":');
      setImmediate(() => response.destroy());
    },
  ],
] as [string, RequestListener][])('does not know what became of it where the provider %s', async (_, how) => {
  expect(await call({ method: 'POST', url: await serve(how), body: '{}' })).toMatchObject({
    kind: 'unknown',
    reason: expect.stringMatching(/\S/),
  });
});

it('has sent nothing where the certificate is not the provider’s, or there is none', async () => {
  const plain = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.end('no TLS here\r\n', () => socket.destroy());
  });
  server = plain;
  await new Promise<void>((done) => plain.listen(0, '127.0.0.1', done));
  const { port } = plain.address() as AddressInfo;
  expect(await call({ method: 'GET', url: `https://127.0.0.1:${port}/` })).toMatchObject({
    kind: 'not_sent',
  });
});

it('follows no redirect, and reaches no private network unless told', async () => {
  const url = await serve((_, response) =>
    response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
  );
  expect(await call({ method: 'GET', url })).toMatchObject({ kind: 'answered', status: 302 });
  const open = createCallProvider({ allowPrivate: false, agent: 'Test', now: () => NOW });
  expect(await open({ method: 'GET', url })).toMatchObject({ kind: 'not_sent' });
});

it.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['0', 0],
  ['1.5', 1_500],
  ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
  ['99999999', 86_400_000],
])('reads Retry-After %s', (value, ms) => expect(retryAfterMs(value, NOW)).toBe(ms));
