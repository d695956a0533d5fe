import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import type { MailTransport, OutgoingMail } from '#src/platform/mail/transport.ts';
import { listMails, readMail } from './mails.ts';
import { startOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { mailPath, messageIdIn, prepareStore, storeMail } from './store.ts';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const log = { info: () => undefined, error: () => undefined };
let dir: string;
let outbox: Outbox;
let transport: MailTransport;
let clock: number;

beforeEach(async () => {
  clock = NOW;
  dir = await mkdtemp(path.join(tmpdir(), 'outbox-'));
  outbox = await startOutbox({ dir, log, now: () => (clock += 1000) });
  transport = createMailTransport(outbox.smtpUrl);
});
afterEach(async () => {
  transport.close();
  await outbox.stop();
  await rm(dir, { recursive: true });
});

const mail = (n: number, change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  from: { name: 'Härbor & Vale', address: 'alerts@brand.example' },
  to: `reader-${n}@mail.example`,
  subject: `Número ${n} 🔔`,
  text: 'First\n.\n..\nLast\n',
  html: '<p>Ünïcode</p>',
  messageId: `<m-${n}@x.example>`,
  date: new Date(NOW),
  ...change,
});
const files = async (): Promise<string[]> => (await readdir(dir)).filter((name) => name.endsWith('.eml'));

/** Speaks SMTP by hand, for mail that no mailer would make. */
async function handIn(source: string): Promise<string> {
  const socket = net.connect(Number(new URL(outbox.smtpUrl).port), '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => (answers += chunk.toString('latin1')));
  const until = async (pattern: RegExp): Promise<void> => {
    while (!pattern.test(answers)) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  await until(/^220 /m);
  socket.write('EHLO me\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<b@x.example>\r\nDATA\r\n');
  await until(/^354 /m);
  answers = '';
  socket.write(Buffer.from(`${source}\r\n.\r\n`, 'latin1'));
  await until(/^\d{3} .*\r\n/m);
  socket.destroy();
  return answers;
}

test('keeps what was sent and reads it back whole, newest first', async () => {
  expect(await transport.send(mail(1))).toMatchObject({ kind: 'accepted' });
  expect(await transport.send(mail(2))).toMatchObject({ kind: 'accepted' });
  const mails = await listMails(dir);
  expect(mails.map((each) => each.subject)).toEqual(['Número 2 🔔', 'Número 1 🔔']);
  expect(mails[0]).toMatchObject({
    from: 'Härbor & Vale <alerts@brand.example>',
    to: 'reader-2@mail.example',
    receivedAt: '2026-01-02T03:04:08.000Z',
  });
  const read = await readMail(dir, mails[0]!.id);
  expect(read).toMatchObject({ messageId: '<m-2@x.example>', date: '2026-01-02T03:04:05.000Z' });
  expect(read?.text.replaceAll('\r\n', '\n').trimEnd()).toBe('First\n.\n..\nLast');
  expect(read?.html).toContain('Ünïcode');
  expect(read?.headers.find((header) => header.key === 'message-id')?.value).toBe('<m-2@x.example>');
  expect(read?.source).toContain('Message-ID: <m-2@x.example>');
});

test('the same Message-ID is one file, also when many come at once', async () => {
  await transport.send(mail(1));
  expect(await transport.send(mail(1, { subject: 'Again' }))).toMatchObject({ kind: 'accepted' });
  expect((await listMails(dir)).map((each) => each.subject)).toEqual(['Número 1 🔔']);
  const answers = await Promise.all(Array.from({ length: 20 }, () => transport.send(mail(7))));
  expect(answers.every((answer) => answer.kind === 'accepted')).toBe(true);
  expect(await files()).toHaveLength(2);
});

test('the marker alone, as a crash leaves it, does not swallow the mail', async () => {
  await transport.send(mail(1));
  const [name = ''] = await files();
  await rm(path.join(dir, name));
  await transport.send(mail(1));
  expect(await files()).toEqual([name]);
});

test('without a Message-ID every mail is one of its own', async () => {
  await handIn('Subject: a\r\n\r\nx');
  await handIn('Subject: a\r\n\r\nx');
  expect(await files()).toHaveLength(2);
});

test('too large a mail is refused with 552 and leaves nothing', async () => {
  const answer = await transport.send(mail(1, { text: 'x'.repeat(11 * 1024 * 1024) }));
  expect(answer).toMatchObject({ kind: expect.stringMatching(/invalid|refused/) });
  expect(await handIn(`Subject: a\r\n\r\n${`${'x'.repeat(900)}\r\n`.repeat(12_000)}`)).toMatch(/^552 /);
  expect(await files()).toHaveLength(0);
});

test('a folder that cannot be written is answered 451, so that the sender tries again', async () => {
  await rm(path.join(dir, '.tmp'), { recursive: true });
  await writeFile(path.join(dir, '.tmp'), '');
  expect(await transport.send(mail(1))).toMatchObject({ kind: 'refused', code: 451 });
});

test('a cut connection leaves nothing', async () => {
  const socket = net.connect(Number(new URL(outbox.smtpUrl).port), '127.0.0.1');
  socket.write(
    'EHLO me\r\nMAIL FROM:<a@x.example>\r\nRCPT TO:<b@x.example>\r\nDATA\r\nSubject: half\r\n\r\nhalf',
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await files()).toHaveLength(0);
});

test.each([
  ['nothing at all', ''],
  ['no head', '\r\n\r\nbody'],
  ['binary rubbish', '\u0000\u00ff\u00fe\r\n\u0001: \u0002\r\n\r\n\u0003'],
  ['an endless head', `X-A: ${'b'.repeat(100_000)}\r\nSubject: deep\r\n\r\nx`],
  [
    'a broken multipart',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x',
  ],
  [
    'an unknown charset',
    'Content-Type: text/html; charset=nope\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!',
  ],
  ['a path for a Message-ID', 'Message-ID: <../../../../etc/passwd>\r\n\r\nx'],
  ['a huge Message-ID', `Message-ID: <${'a'.repeat(5000)}@x>\r\n\r\nx`],
])('a malformed mail (%s) is kept, listed and read', async (_name, source) => {
  expect(await handIn(source)).toMatch(/^250 /);
  const [listed] = await listMails(dir);
  expect(await readMail(dir, listed!.id)).toMatchObject({ id: listed!.id });
  expect(await readdir(path.dirname(dir))).not.toContain('passwd');
});

test('ids never lead out of the folder', async () => {
  await writeFile(path.join(dir, 'secret.eml'), 'x');
  for (const id of [
    '../x',
    '..',
    '',
    'secret',
    '0'.repeat(13),
    `${'0'.repeat(13)}-${'a'.repeat(24)}/../x`,
    '.ids',
  ]) {
    expect(await readMail(dir, id)).toBeNull();
    expect(() => mailPath(dir, id)).toThrow('isn’t the id of an email');
  }
  expect(await listMails(dir)).toEqual([]);
});

test('a folder that is not there is an empty list; a mail that is not there is null', async () => {
  expect(await listMails(path.join(dir, 'nowhere'))).toEqual([]);
  expect(await readMail(dir, `${'0'.repeat(13)}-${'a'.repeat(24)}`)).toBeNull();
});

test('drafts of a killed program are cleared after an hour, not before', async () => {
  const [old, fresh] = ['old', 'fresh'].map((name) => path.join(dir, '.tmp', name)) as [string, string];
  await writeFile(old, 'x');
  await writeFile(fresh, 'x');
  await utimes(old, new Date(NOW - 7_200_000), new Date(NOW - 7_200_000));
  await utimes(fresh, new Date(NOW), new Date(NOW));
  await prepareStore(dir, NOW + 1000);
  expect(await readdir(path.join(dir, '.tmp'))).toEqual(['fresh']);
});

test.each([
  ['Message-ID: <a@b>\r\n\r\n', '<a@b>'],
  ['Subject: x\r\nmessage-id:\r\n <a@b>\r\nX: y\r\n\r\n', '<a@b>'],
  ['Message-ID: <1@b>\r\nMessage-ID: <2@b>\r\n\r\n', '<1@b>'],
  ['X-Message-ID: <a@b>\r\n\r\nMessage-ID: <body@b>', null],
  ['Message-ID:\r\n\r\n', null],
  ['', null],
])('the Message-ID in %j is %s', (source, id) => {
  expect(messageIdIn(Buffer.from(source))).toBe(id);
});

test('what is on the disk is what came in, byte for byte', async () => {
  const source = Buffer.from([0, 13, 10, 255, 46, 13, 10]);
  const { id } = await storeMail(dir, source, NOW);
  expect(await readFile(mailPath(dir, id))).toEqual(source);
});

test('a port that is taken is an error, not a silent second server', async () => {
  const port = Number(new URL(outbox.smtpUrl).port);
  await expect(startOutbox({ dir, log, port })).rejects.toThrow('EADDRINUSE');
});
