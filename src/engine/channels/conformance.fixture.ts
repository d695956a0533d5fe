import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Prepared } from '#src/shared/content/prepared.ts';
import type { Channel, SendDeps, SendOutcome, SendTo } from './channel.ts';
import { WINDOW_MAX } from './channel.ts';
import { faceOf } from './face.ts';
import { channelFaceSchema } from '#src/shared/channels.ts';

/*
 * What every channel must do, whatever it sends. A channel joins by a harness in its own folder: its provider can be
 * made to take, defer, refuse, vanish, or take a message without saying so.
 */
export type Situation = 'takes' | 'defers' | 'refuses' | 'unreachable' | 'silent';
export type Harness = {
  /** Gets the provider ready, and says whom to send to and over what. */
  set: (situation: Situation) => { address: string; deps: SendDeps };
  /** How many messages the provider has had in full. */
  arrived: () => number;
  stop: () => Promise<void>;
};

export const NOW = Date.parse('2026-01-02T03:04:05Z');

/** Milliseconds until the next try; not a number where there is none. */
const waitOf = (outcome: SendOutcome): number =>
  outcome.outcome === 'retry' ? outcome.at - NOW : Number.NaN;

export function conforms(channel: Channel, startHarness: () => Promise<Harness>): void {
  describe(`${channel.kind}`, () => {
    let harness: Harness;
    let sent = 0;
    beforeAll(async () => {
      harness = await startHarness();
    });
    afterAll(() => harness.stop());

    async function send(situation: Situation, { attempt = 1, text = 'Text' } = {}): Promise<SendOutcome> {
      const { address, deps } = harness.set(situation);
      const prepared: Prepared = {
        title: channel.limits.title ? text : null,
        text,
        html: channel.limits.html ? text : null,
        media: [],
      };
      const to: SendTo = { deliveryId: `d-${(sent += 1)}`, attempt, address };
      return channel.send(prepared, to, deps);
    }

    test('declares itself', () => {
      expect(channelFaceSchema.parse(faceOf(channel))).toEqual(faceOf(channel));
      expect(channel.title).toMatch(/^\p{Lu}/u);
      expect(channel.address ?? channel.destination).not.toBeNull();
      expect(channel.window).toBeGreaterThanOrEqual(1);
      expect(channel.window).toBeLessThanOrEqual(WINDOW_MAX);
      expect(channel.lanes).toBeGreaterThanOrEqual(1);
      expect(channel.pace ?? 1).toBeGreaterThan(0);
      const { title, text, attempts, rates } = channel.limits;
      expect(attempts).toBeGreaterThanOrEqual(1);
      expect(Math.min(title?.max ?? 1, text?.max ?? 1)).toBeGreaterThan(0);
      for (const { max, seconds } of rates) expect(Math.min(max, seconds)).toBeGreaterThan(0);
      // Somebody has to be able to send with it.
      expect(channel.hasOwnAccount || channel.fields.length > 0).toBe(true);
      expect(channel.steps.length > 0).toBe(channel.fields.length > 0);
      expect(new Set(channel.fields.map(({ name }) => name)).size).toBe(channel.fields.length);
      for (const { label, input, options } of channel.fields) {
        expect(label).toMatch(/^\p{Lu}/u);
        expect(options ?? []).toHaveLength(input === 'choice' ? (options?.length ?? 1) : 0);
      }
    });

    test('writes an address in one way, and refuses what is none', () => {
      for (const form of [channel.address, channel.destination]) {
        if (!form) continue;
        const once = form.normalize(form.placeholder);
        expect(once).not.toBeNull();
        expect(form.normalize(once ?? '')).toBe(once);
        for (const none of ['', ' ', 'a\r\nb', '\0']) expect(form.normalize(none)).toBeNull();
      }
    });

    test('sent: names what the provider knows it by', async () => {
      expect(await send('takes')).toMatchObject({
        outcome: 'sent',
        providerMessageId: expect.stringMatching(/\S/),
      });
    });

    test.each(['defers', 'unreachable'] as const)('%s: retry later, with a reason', async (situation) => {
      const outcome = await send(situation);
      expect(outcome).toMatchObject({ outcome: 'retry', reason: expect.stringMatching(/\S/) });
      expect(waitOf(outcome)).toBeGreaterThan(0);
    });

    test('each retry waits longer, and the last attempt ends it', async () => {
      const waits: number[] = [];
      for (let attempt = 1; attempt < channel.limits.attempts; attempt += 1)
        waits.push(waitOf(await send('defers', { attempt })));
      expect(waits.every((wait, i) => wait > (waits[i - 1] ?? 0))).toBe(true);
      expect((await send('defers', { attempt: channel.limits.attempts })).outcome).toBe('rejected');
    });

    test('refuses: rejected, with a reason', async () => {
      expect(await send('refuses')).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringMatching(/\S/),
      });
    });

    test('silent: unknown, and not sent a second time', async () => {
      const before = harness.arrived();
      const outcome = await send('silent');
      // A provider that recognizes repeats may be sent the same again.
      expect(outcome.outcome).toBe(channel.capabilities.idempotent ? 'retry' : 'unknown');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(harness.arrived()).toBe(before + 1);
    });

    test('check: says whether the account works', async () => {
      if (channel.fields.length === 0) return;
      const works = harness.set('takes').deps;
      const connection = works.connection ?? { id: 'c', settings: {}, secrets: {} };
      expect(await channel.check(connection, works)).toEqual({ ok: true });
      const gone = harness.set('unreachable').deps;
      expect(await channel.check(gone.connection ?? connection, gone)).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/\S/),
      });
    });

    test.each([
      ['empty', ''],
      ['line breaks', 'a\r\nBcc: x@y.example\r\n\r\nb'],
      ['other scripts and astral characters', 'Ω 漢字 🔔'.repeat(300)],
      ['a lone surrogate', '\ud800'],
      ['markup', '<script>alert(1)</script>{{slot}}{% raw %}'],
    ])('carries text with %s without throwing', async (_name, text) => {
      expect((await send('takes', { text })).outcome).toBe('sent');
    });
  });
}
