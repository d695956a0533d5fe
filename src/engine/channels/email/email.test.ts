import { afterEach, expect, test } from 'vitest';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import type { MailTransport } from '#src/platform/mail/transport.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import type { FakeSmtp, SmtpScript } from '#tests/fakes/smtp.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { emailChannel, messageIdOf } from './email.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { SendTo } from '../channel.ts';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const prepared = {
  title: 'S&P 500 falls 11.98% in one session',
  text: 'Text',
  html: '<p>Text</p>',
  media: [],
};
const HASH = 'ab'.repeat(32);
const message: SendTo = {
  deliveryId: '0199a3f0-0000-7000-8000-000000000001',
  attempt: 1,
  target: 'address',
  address: 'reader@mail.example',
};

let fake: FakeSmtp | undefined;
let transport: MailTransport | undefined;
afterEach(async () => {
  transport?.close();
  await fake?.stop();
});

async function send(
  script: SmtpScript,
  change: Partial<SendTo> = {},
  random = 0,
  media: Prepared['media'] = [],
) {
  fake = await startFakeSmtp(script);
  const open = createMailTransport(fake.url, { connection: 400, greeting: 400, total: 800 });
  transport = open;
  return emailChannel.send(
    { ...prepared, media },
    { ...message, ...change },
    {
      connection: null,
      sender: { brandName: 'Harbor & Vale', settings: {}, secrets: {} },
      mail: { transport: () => open, from: 'alerts@brand.example' },
      call: noCalls,
      picture: async (hash) => (hash === HASH ? Buffer.from('a picture') : null),
      now: () => NOW,
      random: () => random,
    },
  );
}

const minutes = (n: number): number => NOW + n * 60_000;

const cases: [string, SmtpScript, object, object][] = [
  [
    'connection closed',
    { dropOnConnect: true },
    {},
    { outcome: 'retry', at: NOW + 5_000, waitsForServer: true },
  ],
  ['421 greeting', { greeting: '421 Busy' }, {}, { outcome: 'retry', at: NOW + 5_000, waitsForServer: true }],
  [
    '554 greeting refuses us, not the mail',
    { greeting: '554 No' },
    {},
    { outcome: 'retry', at: NOW + 5_000 },
  ],
  [
    'no server twice',
    { dropOnConnect: true },
    { attempt: 3, serverWaits: 2 },
    { outcome: 'retry', at: minutes(2) },
  ],
  ['no server for hours', { dropOnConnect: true }, { attempt: 11, serverWaits: 10 }, { outcome: 'rejected' }],
  [
    '450 RCPT after no server',
    { rcpt: '450 Later' },
    { attempt: 9, serverWaits: 8 },
    { outcome: 'retry', at: minutes(1) },
  ],
  ['450 RCPT, second attempt', { rcpt: '450 Later' }, { attempt: 2 }, { outcome: 'retry', at: minutes(5) }],
  ['450 RCPT, third attempt', { rcpt: '450 Later' }, { attempt: 3 }, { outcome: 'retry', at: minutes(30) }],
  ['450 RCPT, fourth attempt', { rcpt: '450 Later' }, { attempt: 4 }, { outcome: 'retry', at: minutes(120) }],
  [
    '450 RCPT, fifth attempt',
    { rcpt: '450 Later' },
    { attempt: 5 },
    {
      outcome: 'rejected',
      reason: 'Given up after 5 attempts. The mail server answered: 450 Later',
      softBounce: true,
    },
  ],
  [
    'a rate limit holds the account',
    { mail: '451 4.7.0 Rate limit exceeded' },
    {},
    { outcome: 'retry', at: NOW + 5_000, paused: true, holdsAccount: true },
  ],
  [
    'a rate limit that says how long',
    { message: '454 4.7.0 Throttling failure: too many messages. Try again in 90 seconds.' },
    {},
    { outcome: 'retry', at: NOW + 90_000, holdsAccount: true },
  ],
  ['550 RCPT', { rcpt: '550 5.1.1 None' }, {}, { outcome: 'rejected', permanentAddress: true }],
  ['551 RCPT', { rcpt: '551 Moved' }, {}, { outcome: 'rejected', permanentAddress: true }],
  ['553 RCPT', { rcpt: '553 Bad name' }, {}, { outcome: 'rejected', permanentAddress: true }],
  ['452 after the message', { message: '452 Full' }, {}, { outcome: 'retry', at: minutes(1) }],
  ['drop after the final dot', { message: { drop: true } }, {}, { outcome: 'unknown' }],
  ['silence after the final dot', { message: { hang: true } }, {}, { outcome: 'unknown' }],
  ['accepted', {}, {}, { outcome: 'sent', providerMessageId: `<${message.deliveryId}@brand.example>` }],
];
test.each(cases)('%s', async (_name, script, change, expected) => {
  expect(await send(script, change)).toMatchObject(expected);
});

test.each([
  ['552 after the message', { message: '552 5.3.4 Too big' }],
  ['552 RCPT: the mailbox is full, not gone', { rcpt: '552 5.2.2 Full' }],
  ['550 RCPT by policy: the address may be good', { rcpt: '550 5.7.1 Blocked' }],
  ['550 MAIL speaks of the sender', { mail: '550 5.1.8 Sender' }],
] as [string, SmtpScript][])('%s: rejected, and the address is kept', async (_name, script) => {
  const outcome = await send(script);
  expect(outcome.outcome).toBe('rejected');
  expect(outcome).not.toHaveProperty('permanentAddress');
  // Only the full mailbox says something of the address, and not for good.
  expect('softBounce' in outcome).toBe(script.rcpt?.startsWith('552') ?? false);
});

test.each([
  ['450 4.2.1 The user you are trying to contact is receiving mail at a rate limit'],
  ['450 4.7.1 Greylisted, try again in 300 seconds'],
  ['452 4.2.2 Over quota'],
  ['550 5.7.1 Daily limit'],
])('%s: of this mailbox or message alone', async (rcpt) => {
  expect(await send({ rcpt })).not.toHaveProperty('holdsAccount');
});

test('the retry is spread by at most a fifth', async () => {
  expect(await send({ rcpt: '450 Later' }, {}, 0.999)).toMatchObject({
    at: Math.round(NOW + 60_000 * 1.1998),
  });
});

test('headers: who sends, that a machine does, and how to leave', async () => {
  await send({}, { unsubscribe: { url: 'https://site.example/u/abc', oneClick: true } });
  const [head = ''] = fake!.mails[0]!.split('\r\n\r\n');
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toMatch(/^From: "?Harbor & Vale"? <alerts@brand\.example>\r$/m);
  expect(unfolded).toMatch(/^To: reader@mail\.example\r$/m);
  expect(unfolded).toContain(`Message-ID: <${message.deliveryId}@brand.example>`);
  expect(unfolded).toContain('Date: Fri, 02 Jan 2026 03:04:05 +0000');
  expect(unfolded).toContain('Auto-Submitted: auto-generated');
  expect(unfolded).toContain(`X-Delivery-ID: ${message.deliveryId}`);
  expect(unfolded).toContain('List-Unsubscribe: <https://site.example/u/abc>');
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

test('Feedback-ID names the alert and the domain that sends, the same for every reader', async () => {
  const about = { id: '0190a0b0-0000-7000-8000-000000000001', url: null };
  await send({}, { about, purpose: 'correction' });
  expect(fake!.mails[0]!.replace(/\r\n[ \t]+/g, ' ')).toMatch(
    /^Feedback-ID: 0190a0b0-0000-7000-8000-000000000001:correction:alerts:[0-9a-f]{10}\r$/m,
  );
});

test('no address to leave at, no List-Unsubscribe; no one-click over plain http', async () => {
  await send({});
  expect(fake!.mails[0]).not.toContain('List-Unsubscribe');
  transport?.close();
  await fake!.stop();
  await send({}, { unsubscribe: { url: 'http://127.0.0.1/u', oneClick: true } });
  expect(fake!.mails[0]).toContain('List-Unsubscribe: <http://127.0.0.1/u>');
  expect(fake!.mails[0]).not.toContain('List-Unsubscribe-Post');
});

test('an update goes under the first message', async () => {
  await send({}, { replyTo: { providerMessageId: '<first@brand.example>', address: message.address } });
  expect(fake!.mails[0]).toContain('In-Reply-To: <first@brand.example>');
  expect(fake!.mails[0]).toContain('References: <first@brand.example>');
});

test('every attempt has the same Message-ID; an id that would break it is refused', () => {
  expect(messageIdOf('d-1', 'x.example')).toBe('<d-1@x.example>');
  for (const bad of ['', 'a b', 'a>\r\nBcc: x', 'a@b'])
    expect(() => messageIdOf(bad, 'x.example')).toThrow('Message-ID');
});

test('a picture is a part of the mail; one whose bytes are gone is left out, and the mail goes', async () => {
  const media = [HASH, 'cd'.repeat(32)].map((hash) => ({
    name: 'chart.png',
    type: 'image/png',
    hash,
    alt: 'A',
  }));
  expect(await send({}, {}, 0, media)).toMatchObject({ outcome: 'sent' });
  const [mail = ''] = fake!.mails;
  expect(mail).toContain('multipart/related');
  expect(mail).toMatch(new RegExp(`Content-ID:\\s+<${HASH}>`));
  expect(mail).toContain(Buffer.from('a picture').toString('base64'));
  expect(mail.match(/Content-Type: image\/png/g)).toHaveLength(1);
});

test('a connection may say how many messages a second its server takes', () => {
  const { accountRate, fields } = emailChannel;
  const field = fields.find(({ name }) => name === accountRate?.field);
  expect([accountRate?.seconds, field?.label]).toEqual([1, 'Messages per second']);
  const read = (typed: string) => field?.type.safeParse(typed);
  for (const rate of ['1', ' 14 ', '10000']) expect(read(rate)?.data).toBe(rate.trim());
  for (const none of ['10001', '014', '99999']) expect(read(none)?.success).toBe(false);
});
