import { afterEach, describe, expect, test } from 'vitest';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import type { FakeSmtp, SmtpScript } from '#tests/fakes/smtp.ts';
import { CONNECTIONS, createMailTransport } from './transport.ts';
import type { OutgoingMail, WatchedTransport } from './transport.ts';

const mail: OutgoingMail = {
  from: { name: 'Harbor & Vale', address: 'alerts@brand.example' },
  to: 'reader@mail.example',
  subject: 'S&P 500 falls 11.98% in one session',
  text: 'Text.\n.\n..dots\n',
  html: '<p>Text</p>',
  messageId: '<d-1@bellwire.example>',
  date: new Date('2026-01-02T03:04:05Z'),
  headers: { 'Auto-Submitted': 'auto-generated' },
};
const quick = { connection: 400, greeting: 400, handover: 1000, total: 1500 };

let fake: FakeSmtp | undefined;
let transport: WatchedTransport | undefined;
afterEach(async () => {
  transport?.close();
  await fake?.stop();
});

async function send(script: SmtpScript, change: Partial<OutgoingMail> = {}, timeouts: object = quick) {
  fake = await startFakeSmtp(script);
  transport = createMailTransport(fake.url, timeouts);
  return transport.send({ ...mail, ...change });
}

describe('what the server does becomes an answer', () => {
  const cases: [string, SmtpScript, object, number][] = [
    ['accepts', {}, { kind: 'accepted', response: '250 2.0.0 Ok: queued as 4F1' }, 1],
    ['drops the connection', { dropOnConnect: true }, { kind: 'not_sent' }, 0],
    ['greets with 421', { greeting: '421 4.3.2 Busy' }, { kind: 'refused', code: 421, stage: 'session' }, 0],
    ['greets with 554', { greeting: '554 Go away' }, { kind: 'refused', code: 554, stage: 'session' }, 0],
    ['defers the sender', { mail: '451 4.3.0 Later' }, { kind: 'refused', code: 451, stage: 'sender' }, 0],
    ['refuses the sender', { mail: '553 5.1.8 Who?' }, { kind: 'refused', code: 553, stage: 'sender' }, 0],
    [
      'defers the recipient',
      { rcpt: '450 4.2.1 Greylisted' },
      { kind: 'refused', code: 450, stage: 'recipient' },
      0,
    ],
    [
      'refuses the recipient',
      { rcpt: '550 5.1.1 No such user' },
      { kind: 'refused', code: 550, enhanced: '5.1.1', stage: 'recipient' },
      0,
    ],
    ['refuses DATA', { data: '554 5.5.1 No' }, { kind: 'refused', code: 554, stage: 'message' }, 0],
    [
      'refuses the message',
      { message: '552 5.2.3 Too big' },
      { kind: 'refused', code: 552, stage: 'message' },
      1,
    ],
    [
      'defers the message',
      { message: '452 4.3.1 Full' },
      { kind: 'refused', code: 452, stage: 'message' },
      1,
    ],
    [
      'shuts down instead of answering',
      { message: '421 4.3.2 Bye' },
      { kind: 'refused', code: 421, stage: 'message' },
      1,
    ],
    ['drops the socket after the final dot', { message: { drop: true } }, { kind: 'unknown' }, 1],
    [
      'says nothing after the final dot',
      { message: { hang: true } },
      { kind: 'unknown', reason: 'Message sending aborted' },
      1,
    ],
    ['answers nonsense after the final dot', { message: 'hello' }, { kind: 'unknown' }, 1],
  ];
  test.each(cases)('%s', async (_name, script, expected, arrived) => {
    expect(await send(script)).toMatchObject(expected);
    expect(fake?.mails).toHaveLength(arrived);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(fake?.mails, 'the pool must not send it again by itself').toHaveLength(arrived);
  });
});

test('refuses connection: nobody listens', async () => {
  const gone = await startFakeSmtp();
  await gone.stop();
  transport = createMailTransport(gone.url, quick);
  expect(await transport.send(mail)).toMatchObject({ kind: 'not_sent' });
});

test('a host name that does not resolve', async () => {
  transport = createMailTransport('smtp://no-such-host.invalid:25', quick);
  expect(await transport.send(mail)).toMatchObject({ kind: 'not_sent' });
});

test('a connection lost in the middle of the message was not sent', async () => {
  const html = 'x'.repeat(4_000_000);
  expect(await send({ dropAfterBytes: 1000 }, { html })).toMatchObject({ kind: 'not_sent' });
  expect(fake?.mails).toHaveLength(0);
});

test('a server that trickles its answer runs into the total limit, outcome unknown', async () => {
  const answer = await send({ trickleMs: 50 }, {}, { ...quick, total: 700 });
  expect(answer).toEqual({ kind: 'unknown', reason: 'Message sending aborted' });
});

test('an answer is waited for, however slow, once the whole message has gone out', async () => {
  fake = await startFakeSmtp({ message: { hang: true } });
  transport = createMailTransport(fake.url, { ...quick, handover: 200 });
  const answer = transport.send(mail);
  await expect.poll(() => fake!.mails.length).toBe(1);
  setTimeout(() => fake!.answer('250 2.0.0 Ok: at last'), 600);
  expect(await answer).toEqual({ kind: 'accepted', response: '250 2.0.0 Ok: at last' });
});

test('says once that a server that was away is back, and begins anew what stood before it', async () => {
  fake = await startFakeSmtp({ greeting: '220-still' });
  const { url } = fake;
  let backs = 0;
  const listener = { onBack: async () => void (backs += 1), onError: () => undefined, everyMs: 50 };
  transport = createMailTransport(url, { silence: 50, probe: 100 });
  transport.watch(listener);
  const answer = transport.send(mail);
  // The watch has looked, and nobody greeted it either.
  await expect.poll(() => fake!.connections(), { timeout: 10_000 }).toBeGreaterThan(1);
  expect(backs).toBe(0);
  fake.script.greeting = '220 fake.example ESMTP';
  expect(await answer).toMatchObject({ kind: 'accepted' });
  expect(backs).toBe(1);
  expect(fake.mails).toHaveLength(1);
  await transport.send({ ...mail, messageId: '<d-3@bellwire.example>' });
  expect(backs).toBe(1);
});

test('a silent greeting runs into its timeout', async () => {
  // Without the timeout this would end with the test's own.
  expect(await send({ greeting: '220-still' })).toMatchObject({ kind: 'not_sent' });
});

test('a pooled connection that the server closed gets one fresh one, and the mail goes out once', async () => {
  expect(await send({ closeAfterMail: true })).toMatchObject({ kind: 'accepted' });
  expect(await transport!.send({ ...mail, messageId: '<d-2@bellwire.example>' })).toMatchObject({
    kind: 'accepted',
  });
  expect(fake?.mails).toHaveLength(2);
});

test('many mails at once go out once each', async () => {
  fake = await startFakeSmtp();
  const pooled = (transport = createMailTransport(fake.url, quick));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) => pooled.send({ ...mail, messageId: `<m-${i}@x.example>` })),
  );
  expect(answers.every((answer) => answer.kind === 'accepted')).toBe(true);
  expect(new Set(fake.mails.map((raw) => /^Message-ID: (.*)$/m.exec(raw)?.[1])).size).toBe(60);
  expect(fake.connections()).toBeLessThanOrEqual(CONNECTIONS);
});

test('headers cannot be injected', async () => {
  await send(
    {},
    {
      subject: 'One\r\nBcc: evil@mail.example\r\n\r\nbody',
      from: { name: 'A\r\nX-Evil: 1', address: 'alerts@brand.example' },
      headers: { 'X-Delivery-ID': 'd\r\nX-Evil: 2' },
    },
  );
  const head = fake!.mails[0]!.split('\r\n\r\n')[0]!;
  expect(head).not.toMatch(/^(?:Bcc|X-Evil):/im);
  expect(fake!.commands.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<reader@mail.example>']);
});

test('an address that cannot be mailed is invalid, not retried', async () => {
  expect(await send({}, { to: 'not an address' })).toMatchObject({ kind: 'invalid' });
  expect(await transport!.send({ ...mail, to: 'a@x.example, b@x.example' })).toMatchObject({
    kind: 'invalid',
  });
  expect(fake!.mails).toHaveLength(0);
});

test.each(['http://x', 'smtp://', 'nonsense', ''])('%j is refused as a mail server', (url) => {
  expect(() => createMailTransport(url)).toThrow('smtp://host:port');
});
