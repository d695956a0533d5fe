import { lookup } from 'node:dns';
import { afterEach, expect, test } from 'vitest';
import { publicLookup } from '#src/platform/net/fetch-page.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import type { FakeSmtp } from '#tests/fakes/smtp.ts';
import { createMailPools, type MailPools } from './pools.ts';
import { connectThrough } from './smtp-server.ts';
import { createMailTransport, type OutgoingMail } from './transport.ts';

const mail: OutgoingMail = {
  from: { name: 'Harbor', address: 'alerts@brand.example' },
  to: 'reader@mail.example',
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  messageId: '<d-1@brand.example>',
  date: new Date('2026-01-02T03:04:05Z'),
};

let fake: FakeSmtp;
let pools: MailPools | undefined;
afterEach(async () => {
  pools?.close();
  await fake.stop();
});

async function poolsBy(by: typeof publicLookup) {
  fake = await startFakeSmtp();
  const own = createMailTransport(fake.url);
  const server = { host: 'localhost', port: fake.port, tls: 'none' as const, user: '', password: '' };
  let now = 0;
  pools = createMailPools({ own, now: () => now, connectTo: connectThrough(by) });
  return { pools, server, own, later: (ms: number) => void (now += ms) };
}

test('sends through a server of the customer’s, one pool each, with its Return-Path and Reply-To', async () => {
  const { pools: opened, server, own } = await poolsBy(lookup);
  expect(opened.transport(null)).toBe(own);
  const transport = opened.transport(server);
  expect(opened.transport({ ...server })).toBe(transport);
  expect(opened.transport({ ...server, password: 'new' })).not.toBe(transport);
  expect(await transport.check()).toBeNull();
  const answer = await transport.send({
    ...mail,
    replyTo: 'desk@brand.example',
    returnPath: 'bounce+d-1@brand.example',
  });
  expect(answer).toMatchObject({ kind: 'accepted' });
  expect(fake.commands).toContain('MAIL FROM:<bounce+d-1@brand.example>');
  expect(fake.mails[0]).toMatch(/^Reply-To: desk@brand\.example\r$/m);
});

test('opens no connection into the network of the installation', async () => {
  const { pools: opened, server } = await poolsBy(publicLookup);
  for (const host of ['localhost', '127.0.0.1', '::1', '169.254.169.254']) {
    const transport = opened.transport({ ...server, host });
    expect(await transport.check()).toBe('It leads to a private network.');
    expect(await transport.send(mail)).toMatchObject({ kind: 'not_sent' });
  }
  expect(fake.connections()).toBe(0);
});

test('closes a pool that nobody has used for a while', async () => {
  const { pools: opened, server, later } = await poolsBy(lookup);
  const first = opened.transport(server);
  await first.send(mail);
  later(700_000);
  expect(opened.transport(server)).not.toBe(first);
});
