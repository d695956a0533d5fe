import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailTransport } from '#src/platform/mail/transport.ts';
import { CHANNEL_KINDS } from '#src/shared/alerts.ts';
import type { ChannelKind } from '#src/shared/alerts.ts';
import { startFakeSmtp } from '#tests/fakes/smtp.ts';
import type { SmtpScript } from '#tests/fakes/smtp.ts';
import type { SendOutcome } from './channel.ts';
import { CHANNELS } from './registry.ts';

/*
 * What every channel must do, whatever it triggers. A channel joins by a harness: its provider can be made to
 * take, defer, refuse, vanish, or take a message without saying so.
 */
type Situation = 'takes' | 'defers' | 'refuses' | 'unreachable' | 'silent';
type Try = { attempt?: number; text?: string };
type Harness = {
  send: (situation: Situation, options?: Try) => Promise<SendOutcome>;
  /** How many messages the provider has had in full. */
  arrived: () => number;
  stop: () => Promise<void>;
};

const NOW = Date.parse('2026-01-02T03:04:05Z');

async function emailHarness(): Promise<Harness> {
  const fake = await startFakeSmtp();
  const gone = await startFakeSmtp();
  await gone.stop();
  const quick = { connection: 300, greeting: 300, total: 600 };
  const scripts: Record<Situation, SmtpScript> = {
    takes: {},
    defers: { rcpt: '450 Later' },
    refuses: { rcpt: '550 No such user' },
    unreachable: {},
    silent: { message: { drop: true } },
  };
  let sent = 0;
  return {
    send: async (situation, { attempt = 1, text = 'Text' } = {}) => {
      fake.script = scripts[situation];
      const transport = createMailTransport(situation === 'unreachable' ? gone.url : fake.url, quick);
      const deps = { transport, now: () => NOW, random: () => 0.5, messageIdDomain: 'bellwire.example' };
      const deliveryId = `d-${(sent += 1)}`;
      const from = { name: text, address: 'alerts@brand.example' };
      const message = { deliveryId, attempt, from, to: 'r@mail.example', subject: text, text, html: text };
      const outcome = await CHANNELS.email.send(message, deps);
      transport.close();
      return outcome;
    },
    arrived: () => fake.mails.length,
    stop: () => fake.stop(),
  };
}

/** Milliseconds until the next try; not a number where there is none. */
const waitOf = (outcome: SendOutcome): number =>
  outcome.outcome === 'retry' ? outcome.at - NOW : Number.NaN;

const HARNESSES: Record<ChannelKind, () => Promise<Harness>> = { email: emailHarness };

describe.each([...CHANNEL_KINDS])('%s', (kind) => {
  const channel = CHANNELS[kind];
  let harness: Harness;
  beforeAll(async () => {
    harness = await HARNESSES[kind]();
  });
  afterAll(() => harness.stop());

  test('declares itself', () => {
    expect(channel.kind).toBe(kind);
    expect(channel.title).toMatch(/^\p{Lu}/u);
    expect(channel.limits.attempts).toBeGreaterThanOrEqual(1);
    const { subject, text } = channel.limits;
    expect(Math.min(subject ?? 1, text ?? 1)).toBeGreaterThan(0);
  });

  test('sent: names what the provider knows it by', async () => {
    const outcome = await harness.send('takes');
    expect(outcome).toMatchObject({ outcome: 'sent', providerMessageId: expect.stringMatching(/\S/) });
  });

  test.each(['defers', 'unreachable'] as const)('%s: retry later, with a reason', async (situation) => {
    const outcome = await harness.send(situation);
    expect(outcome).toMatchObject({ outcome: 'retry', reason: expect.stringMatching(/\S/) });
    expect(waitOf(outcome)).toBeGreaterThan(0);
  });

  test('each retry waits longer, and the last attempt ends it', async () => {
    const waits: number[] = [];
    for (let attempt = 1; attempt < channel.limits.attempts; attempt += 1) {
      const outcome = await harness.send('defers', { attempt });
      waits.push(waitOf(outcome));
    }
    expect(waits.every((wait, i) => wait > (waits[i - 1] ?? 0))).toBe(true);
    const last = await harness.send('defers', { attempt: channel.limits.attempts });
    expect(last.outcome).toBe('rejected');
  });

  test('refuses: rejected, with a reason', async () => {
    expect(await harness.send('refuses')).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/\S/),
    });
  });

  test('silent: unknown, and not sent a second time', async () => {
    const before = harness.arrived();
    expect(await harness.send('silent')).toMatchObject({ outcome: 'unknown' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(harness.arrived()).toBe(before + 1);
  });

  test.each([
    ['empty', ''],
    ['line breaks', 'a\r\nBcc: x@y.example\r\n\r\nb'],
    ['other scripts and astral characters', 'Ω 漢字 🔔'.repeat(300)],
    ['a lone surrogate', '\ud800'],
    ['markup', '<script>alert(1)</script>{{slot}}{% raw %}'],
  ])('carries text with %s without throwing', async (_name, text) => {
    expect((await harness.send('takes', { text })).outcome).toBe('sent');
  });
});
