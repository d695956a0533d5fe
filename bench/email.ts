/**
 * What our email channel costs beside a bare nodemailer pool: the same alert (text, HTML with the recipient's own footer,
 * one picture) handed to the same SMTP sink on loopback over as many connections, in turns in one run. Ours also has what
 * a send needs beside the message: the links of the recipient, the headers of one-click unsubscribing, a Return-Path per
 * message, and the watch over what may have gone out when a connection breaks. The goal: 0.9 of the bare pool. The CPU
 * that a message takes of this process is printed beside it: where other programs run, that says more than rates.
 *
 *   npm run bench -- email [messages, 4000 unless told] [rounds, 3]
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { newId } from '#src/db/ids.ts';
import { emailChannel } from '#src/engine/channels/email/email.ts';
import type { SendDeps } from '#src/engine/channels/channel.ts';
import { addAlertFooter } from '#src/engine/content/email/alert-footer.ts';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { CONNECTIONS, createMailTransport } from '#src/platform/mail/transport.ts';
import { createLinks } from '#src/subscribers/links.ts';
import { noCalls } from '#tests/support/no-calls.ts';
import { quantile } from './support/live-stages.ts';
import { printResults } from './support/result.ts';
import type { FromMailSink } from './support/smtp-sink.ts';

const COUNT = Number(process.argv[2] ?? 4_000);
const ROUNDS = Number(process.argv[3] ?? 3);

const sink = fork(join(import.meta.dirname, 'support/smtp-sink.ts'));
const answer = (): Promise<FromMailSink> => new Promise((resolve) => sink.once('message', resolve));
const opened = await answer();
if (!('port' in opened)) throw new Error('The sink has no port.');
const url = `smtp://127.0.0.1:${opened.port}`;
const taken = async (): Promise<number> => {
  const heard = answer();
  sink.send('taken');
  const said = await heard;
  return 'taken' in said ? said.taken : 0;
};

const fromAddress = 'alerts@bench.example';
const picture = { hash: 'a'.repeat(64), bytes: new Uint8Array(24_000).fill(7) };
const rendered = await emailChannel.render(fallDocument());
const prepared = {
  ...rendered,
  media: [{ name: 'chart.png', type: 'image/png', hash: picture.hash, alt: 'The last 60 days.' }],
};
const links = createLinks({ key: Buffer.alloc(32, 1), publicUrl: 'https://bench.example' });
const transport = createMailTransport(url);
const deps: SendDeps = {
  now: Date.now,
  random: Math.random,
  mail: { from: fromAddress, transport: () => transport },
  call: noCalls,
  connection: null,
  sender: { brandName: 'Bench', settings: {}, secrets: {} },
  picture: async () => picture.bytes,
};
const [workspaceId, brandId] = [newId(), newId()];

/** One message as the delivery job sends it, from the rendition that all recipients share. */
async function ours(n: number): Promise<void> {
  const urls = links.urlsOf({ workspaceId, brandId, contactId: newId(), addressId: newId(), topic: 'moves' });
  const own = addAlertFooter(
    { text: prepared.text, html: prepared.html ?? '' },
    { brandName: 'Bench', evidenceUrl: null, ...urls },
  );
  const outcome = await emailChannel.send(
    { ...prepared, ...own },
    {
      deliveryId: newId(),
      attempt: 1,
      target: 'address',
      address: `reader${n}@bench.example`,
      unsubscribe: { url: urls.unsubscribeUrl, oneClick: true },
    },
    deps,
  );
  if (outcome.outcome !== 'sent') throw new Error(outcome.reason);
}

const pool = createTransport({ url, pool: true, maxConnections: CONNECTIONS });
const bareFooter = addAlertFooter(
  { text: prepared.text, html: prepared.html ?? '' },
  {
    brandName: 'Bench',
    evidenceUrl: null,
    unsubscribeUrl: 'https://bench.example/unsubscribe/x',
    preferencesUrl: 'https://bench.example/preferences/x',
  },
);
/** The same bytes, the same for everybody. */
async function bare(n: number): Promise<void> {
  await pool.sendMail({
    from: { name: 'Bench', address: fromAddress },
    to: `reader${n}@bench.example`,
    subject: prepared.title ?? '',
    ...bareFooter,
    attachments: [
      {
        filename: 'chart.png',
        contentType: 'image/png',
        cid: picture.hash,
        content: Buffer.from(picture.bytes),
        contentDisposition: 'inline',
      },
    ],
  });
}

type Rate = { each: number; cpuUs: number };

/** @returns messages a second, as many under way as there are connections, and the CPU of each */
async function rate(send: (n: number) => Promise<void>): Promise<Rate> {
  const before = await taken();
  const cpu = process.cpuUsage();
  let next = 0;
  const began = performance.now();
  const lane = async (): Promise<void> => {
    while (next < COUNT) await send((next += 1));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  const came = (await taken()) - before;
  if (came !== COUNT) throw new Error(`Of ${COUNT} messages, ${came} arrived.`);
  return { each: COUNT / seconds, cpuUs: (user + system) / COUNT };
}

const rounds = { ours: [] as Rate[], bare: [] as Rate[] };
const shown = ({ each, cpuUs }: Rate = { each: 0, cpuUs: 0 }): string =>
  `${Math.round(each)}/s (${Math.round(cpuUs)} µs of CPU each)`;
await rate(ours);
await rate(bare);
for (let round = 1; round <= ROUNDS; round += 1) {
  if (round % 2 === 0) rounds.bare.push(await rate(bare));
  rounds.ours.push(await rate(ours));
  if (round % 2 === 1) rounds.bare.push(await rate(bare));
  console.log(`round ${round}: ${shown(rounds.ours.at(-1))}, a bare pool ${shown(rounds.bare.at(-1))}`);
}
transport.close();
pool.close();
sink.disconnect();
const medianOf = (all: readonly Rate[], what: keyof Rate): number =>
  quantile(
    all.map((each) => each[what]),
    0.5,
  );
const ratios = rounds.ours.map(({ each }, n) => each / (rounds.bare[n]?.each ?? each));
console.log(
  `CPU of a bare pool's message, in parts of ours: ${(medianOf(rounds.bare, 'cpuUs') / medianOf(rounds.ours, 'cpuUs')).toFixed(2)}`,
);
printResults([
  {
    bench: 'email',
    ours: medianOf(rounds.ours, 'each'),
    peer: medianOf(rounds.bare, 'each'),
    unit: 'messages a second, beside a bare nodemailer pool',
  },
  { bench: 'email, of a bare pool', ours: quantile(ratios, 0.5), goal: 0.9, unit: 'of' },
]);
