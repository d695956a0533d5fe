import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { channelFaceSchema, type LengthLimit } from '#src/shared/channels.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import { type ChannelCall, type ChannelEvent, CallRefused } from './callback.ts';
import type { Channel, OpenConnection, SendDeps, SendOutcome, SendTo, SentMessage } from './channel.ts';
import { WINDOW_MAX } from './channel.ts';
import { faceOf } from './face.ts';

/*
 * What every channel must do, whatever it sends. A channel joins by a harness in its own folder: its provider can be
 * made to take, defer, ask for a pause, refuse, vanish, or take a message without saying so.
 */
export type Situation = 'takes' | 'defers' | 'limits' | 'refuses' | 'unreachable' | 'silent';
export type Harness = {
  /** What its provider can be made to do; everything unless said. A channel without a provider takes each message. */
  situations?: readonly Situation[];
  /** Gets the provider ready, and says whom to send to and over what. */
  set: (situation: Situation) => { address: string; deps: SendDeps };
  /** How long the provider asks to wait where it limits; null where it has no way to ask. */
  waitMs: number | null;
  /** Whether the provider refuses what is longer than the declared limits. */
  measures: boolean;
  /** How many messages the provider has had in full; a repeated one that it recognizes isn't another. 0 without one. */
  arrived: () => number;
  /** What the provider shows of a message now; where the channel edits or reads back. */
  shows?: (message: SentMessage) => string | null | Promise<string | null>;
  /** A call of the provider about a message, as it would come; where the channel receives. */
  calls?: (message: SentMessage, kind: ChannelEvent['kind']) => ChannelCall;
  stop: () => Promise<void>;
};

export const NOW = Date.parse('2026-01-02T03:04:05Z');
const NO_CONNECTION: OpenConnection = { id: 'c', settings: {}, secrets: {} };

/** Milliseconds until the next try; not a number where there is none. */
const waitOf = (outcome: SendOutcome): number =>
  outcome.outcome === 'retry' ? outcome.at - NOW : Number.NaN;

/** A text of exactly so many units. */
function textOf({ max, unit }: LengthLimit, extra = 0): string {
  const text = 'x'.repeat(max + extra);
  expect(textLength(text, unit)).toBe(max + extra);
  return text;
}

export function conforms(channel: Channel, startHarness: () => Promise<Harness>): void {
  describe(`${channel.kind}`, () => {
    let harness: Harness;
    let sent = 0;
    beforeAll(async () => {
      harness = await startHarness();
    });
    afterAll(() => harness.stop());

    const happens = (...situations: Situation[]): boolean =>
      situations.every((each) => harness.situations?.includes(each) ?? true);
    /** What becomes of a message can be looked at over there. */
    const hasProvider = (): boolean => happens('silent');

    const prepare = (text: string): Prepared => ({
      title: channel.limits.title ? text.slice(0, channel.limits.title.max) : null,
      text,
      html: channel.limits.html ? text : null,
      media: [],
    });

    async function sendPrepared(
      situation: Situation,
      prepared: Prepared,
      { attempt = 1, deliveryId = `d-${(sent += 1)}`, ...more }: Partial<SendTo> = {},
    ): Promise<{ outcome: SendOutcome; to: SendTo; deps: SendDeps }> {
      const { address, deps } = harness.set(situation);
      const target = channel.address ? 'address' : 'destination';
      const to: SendTo = { deliveryId, attempt, target, address, ...more };
      return { outcome: await channel.send(prepared, to, deps), to, deps };
    }
    const send = async (
      situation: Situation,
      { text = 'Text', ...to }: Partial<SendTo> & { text?: string } = {},
    ) => (await sendPrepared(situation, prepare(text), to)).outcome;

    /** A message that the provider has taken. */
    async function taken(text = 'Text'): Promise<{ message: SentMessage; to: SendTo; deps: SendDeps }> {
      const { outcome, to, deps } = await sendPrepared('takes', prepare(text));
      if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
      return { message: { providerMessageId: outcome.providerMessageId, address: to.address }, to, deps };
    }

    test('declares itself', () => {
      const face = faceOf(channel);
      expect(channelFaceSchema.parse(face)).toEqual(face);
      expect(channel.title).toMatch(/^\p{Lu}/u);
      expect(channel.summary).toMatch(/^\p{Lu}.*\.$/u);
      expect(channel.address ?? channel.destination).not.toBeNull();
      expect(channel.window).toBeGreaterThanOrEqual(1);
      expect(channel.window).toBeLessThanOrEqual(WINDOW_MAX);
      expect(channel.lanes).toBeGreaterThanOrEqual(1);
      expect(channel.givesUpAfterDays ?? 1).toBeGreaterThanOrEqual(1);
      const { title, text, textWithPicture, attempts, pictures, buttons, rates } = channel.limits;
      expect(attempts).toBeGreaterThanOrEqual(1);
      expect(Math.min(title?.max ?? 1, text?.max ?? 1, textWithPicture?.max ?? 1)).toBeGreaterThan(0);
      expect(Math.min(pictures, buttons)).toBeGreaterThanOrEqual(0);
      expect(channel.capabilities.pictures).toBe(pictures > 0);
      for (const { max, seconds } of rates) expect(Math.min(max, seconds)).toBeGreaterThan(0);
      // A rate that the owner of an account sets is a number of the form, and nobody has to set it.
      const { accountRate } = channel;
      const paced = channel.fields.find(({ name }) => name === accountRate?.field);
      expect(paced !== undefined).toBe(accountRate !== undefined);
      expect(accountRate?.seconds ?? 1).toBeGreaterThanOrEqual(1);
      const form = [paced?.secret ?? false, paced?.optional ?? true, paced?.input ?? 'number'];
      expect(form).toEqual([false, true, 'number']);
      const none = ['0', '-1', '1.5', 'many'];
      expect(none.filter((each) => paced?.type.safeParse(each).success)).toEqual([]);
      // Somebody has to be able to send with it.
      expect(channel.hasOwnAccount || channel.fields.length > 0).toBe(true);
      expect(channel.steps.length > 0).toBe(channel.fields.length > 0);
      // A place that the form asks for is one of its fields, and written as that field is.
      const { from } = channel.destination ?? {};
      const asked = channel.fields.find(({ name }) => name === from);
      expect(asked === undefined).toBe(from === undefined);
      expect(asked?.secret ?? false).toBe(false);
      expect(asked?.type.parse(channel.destination?.placeholder)).toBe(
        asked && channel.destination?.normalize(channel.destination.placeholder),
      );
      // A destination belongs to a connection, and so does what its provider calls.
      expect(channel.fields.length > 0 || (!channel.destination && !channel.receive)).toBe(true);
      for (const fields of [channel.fields, channel.senderFields]) {
        expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
        for (const { label, input, options, secret, makes, showsFor } of fields) {
          expect(label).toMatch(/^\p{Lu}/u);
          expect(options ?? []).toHaveLength(input === 'choice' ? (options?.length ?? 1) : 0);
          expect(secret || !makes).toBe(true);
          const choices = fields.find(({ name }) => name === showsFor?.field)?.options ?? [];
          const known = choices.map(({ value }) => value);
          expect(known).toEqual(expect.arrayContaining(showsFor?.values ?? []));
        }
      }
      expect(channel.senderFields.filter(({ secret }) => secret)).toEqual([]);
      expect(channel.senderDomain({})).toBeNull();
    });

    test('writes an address in one way, and refuses what is none', () => {
      for (const form of [channel.address, channel.destination]) {
        if (!form) continue;
        const once = form.normalize(form.placeholder);
        expect(once).not.toBeNull();
        expect(form.normalize(once ?? '')).toBe(once);
        expect(form.normalize(form.only ?? form.placeholder)).toBe(form.only ?? once);
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
      if (!happens(situation)) return;
      const outcome = await send(situation);
      expect(outcome).toMatchObject({ outcome: 'retry', reason: expect.stringMatching(/\S/) });
      expect(waitOf(outcome)).toBeGreaterThan(0);
    });

    test('limits: the account waits for as long as the provider asks', async () => {
      if (harness.waitMs === null) return;
      const outcome = await send('limits');
      expect(outcome).toMatchObject({ outcome: 'retry', paused: true, holdsAccount: true });
      expect(waitOf(outcome)).toBeGreaterThanOrEqual(harness.waitMs);
      // However often it asks: it's no failure of the message's.
      expect((await send('limits', { attempt: channel.limits.attempts })).outcome).toBe('retry');
      // And what fails after that has its tries still.
      if (!happens('defers')) return;
      expect((await send('defers', { attempt: 40, pauses: 39 })).outcome).toBe('retry');
    });

    test('no retry waits for less than the one before, and the last attempt ends it', async () => {
      // Nothing is tried twice where nothing can fail.
      expect(happens('defers') || channel.limits.attempts === 1).toBe(true);
      if (!happens('defers')) return;
      const waits: number[] = [];
      for (let attempt = 1; attempt < channel.limits.attempts; attempt += 1)
        waits.push(waitOf(await send('defers', { attempt })));
      expect(waits.every((wait, i) => wait > 0 && wait >= (waits[i - 1] ?? 0))).toBe(true);
      expect((await send('defers', { attempt: channel.limits.attempts })).outcome).toBe('rejected');
    });

    test('refuses: rejected, with a reason', async () => {
      if (!happens('refuses')) return;
      expect(await send('refuses')).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringMatching(/\S/),
      });
    });

    test('silent: unknown, and not sent a second time', async () => {
      if (!happens('silent')) return;
      const before = harness.arrived();
      const outcome = await send('silent');
      // A provider that recognizes repeats may be sent the same again.
      expect(outcome.outcome).toBe(channel.capabilities.idempotent ? 'retry' : 'unknown');
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(harness.arrived()).toBe(before + 1);
    });

    test('a repeated send is recognized where the channel says so', async () => {
      if (!channel.capabilities.idempotent) return;
      const before = harness.arrived();
      const first = await send('takes', { deliveryId: 'd-again' });
      expect(await send('takes', { deliveryId: 'd-again', attempt: 2 })).toEqual(first);
      expect(harness.arrived() - before).toBe(hasProvider() ? 1 : 0);
    });

    test('takes what is as long as it declares, and pre-flight knows what is longer', async () => {
      const { text: limit, title: titleLimit } = channel.limits;
      const longest: Prepared = {
        ...prepare(limit ? textOf(limit) : 'Text'),
        title: titleLimit && textOf(titleLimit),
      };
      expect(preflight(longest, channel.limits).fits).toBe(true);
      expect((await sendPrepared('takes', longest)).outcome.outcome).toBe('sent');
      const longer = [
        ...(limit ? [{ ...longest, text: textOf(limit, 1) }] : []),
        ...(titleLimit ? [{ ...longest, title: textOf(titleLimit, 1) }] : []),
      ];
      for (const each of longer) {
        expect(preflight(each, channel.limits).fits).toBe(false);
        if (!harness.measures) continue;
        expect((await sendPrepared('takes', each)).outcome).toMatchObject({ outcome: 'rejected' });
      }
    });

    test('edits: the provider shows the other content, under the same id', async () => {
      if (!channel.edit) return;
      const { message, to, deps } = await taken('Before');
      const outcome = await channel.edit(prepare('After'), message, to, deps);
      expect(outcome).toEqual({ outcome: 'sent', providerMessageId: message.providerMessageId });
      // Without a provider, what is shown is what we have written: a test with a database looks at that.
      if (!hasProvider()) return;
      expect(await harness.shows?.(message)).toContain('After');
    });

    test('threads: an update goes under the first message', async () => {
      if (!channel.capabilities.threads) return;
      const { message } = await taken();
      expect(await send('takes', { replyTo: message })).toMatchObject({ outcome: 'sent' });
    });

    test('reads back what is there, and what is gone', async () => {
      if (!channel.readBack) return;
      const { message, deps } = await taken('As sent');
      const there = await channel.readBack(message, deps);
      expect(there).toMatchObject({ found: 'there', text: expect.stringContaining('As sent') });
      const gone = await channel.readBack({ ...message, providerMessageId: 'no-such-message' }, deps);
      expect(gone).toEqual({ found: 'gone' });
      const { deps: away } = harness.set('unreachable');
      expect(await channel.readBack(message, away)).toMatchObject({
        found: 'unknown',
        problem: expect.stringMatching(/\S/),
      });
    });

    test('looks up a message whose answer was lost: there, absent, another delivery’s, or unclear', async () => {
      if (!channel.lookUp) return;
      const { find } = channel.lookUp;
      const text = 'SPY crossed above 590 & stayed there.\n\n(Its <answer> gets lost.)';
      const prepared = prepare(text);
      const before = await sendPrepared('takes', prepare('Another alert.'));
      const { to } = await sendPrepared('silent', prepared);
      const { deps } = harness.set('takes');
      const sought = { ...to, prepared, since: NOW - 60_000, taken: new Set<string>() };
      const found = await find(sought, deps);
      expect(found).toEqual({ found: 'there', providerMessageId: expect.stringMatching(/\S/) });
      if (found.found !== 'there') return;
      const shown = await harness.shows?.({
        providerMessageId: found.providerMessageId,
        address: to.address,
      });
      expect(shown?.replaceAll(/\s+/g, ' ')).toContain('SPY crossed above 590');
      expect(before.outcome).not.toMatchObject({ providerMessageId: found.providerMessageId });

      const other = { ...sought, deliveryId: 'd-never', prepared: prepare('This one never arrived.') };
      expect(await find(other, deps)).toEqual({ found: 'absent' });
      // What went there before it was sent isn't it.
      expect(await find({ ...other, prepared, since: NOW + 60_000 }, deps)).toEqual({ found: 'absent' });
      // The same words again are another delivery's, where nothing but the words is compared.
      const second = { ...sought, deliveryId: 'd-same', taken: new Set([found.providerMessageId]) };
      expect(await find(second, deps)).toEqual({ found: 'absent' });
      const { deps: away } = harness.set('unreachable');
      expect(await find(sought, away)).toMatchObject({
        found: 'unclear',
        problem: expect.stringMatching(/\S/),
      });
    });

    test('looks up forty lost answers, of messages that arrived and of others, and is never wrong', async () => {
      if (!channel.lookUp) return;
      // Few texts, so that many read alike.
      const texts = ['Up 2%.', 'Down 3%.', 'Up 2%. Again.'].map((text) =>
        prepare(`Lost ${channel.kind}. ${text}`),
      );
      const taken = new Set<string>();
      for (let each = 0; each < 40; each += 1) {
        const prepared = texts[each % 3] ?? prepare('Text');
        const arrives = (each * 7) % 5 < 3;
        const { to, outcome } = await sendPrepared(arrives ? 'silent' : 'unreachable', prepared);
        const { deps } = harness.set('takes');
        const found = await channel.lookUp.find({ ...to, prepared, since: NOW - 60_000, taken }, deps);
        expect(found.found).toBe(arrives ? 'there' : 'absent');
        if (found.found !== 'there') continue;
        expect(taken.has(found.providerMessageId)).toBe(false);
        const known = outcome.outcome === 'sent' ? outcome.providerMessageId : found.providerMessageId;
        expect(found.providerMessageId).toBe(known);
        taken.add(found.providerMessageId);
      }
      expect(taken.size).toBe(24);
    });

    test('receives what its provider says, and nothing that anyone else does', async () => {
      if (!channel.receive) return;
      const { message, deps } = await taken();
      const connection = deps.connection ?? NO_CONNECTION;
      const call = harness.calls?.(message, 'delivered');
      if (!call) throw new Error('The harness has no call of the provider.');
      const { events } = await channel.receive(call, connection);
      expect(events).toMatchObject([
        { kind: 'delivered', providerMessageId: message.providerMessageId, id: expect.stringMatching(/\S/) },
      ]);
      // The same again has the same id, so that it counts once; another event has another.
      expect((await channel.receive(call, connection)).events).toEqual(events);
      const later = harness.calls?.(message, 'failed');
      const other = later && (await channel.receive(later, connection)).events[0];
      expect(other?.kind).toBe('failed');
      expect(other?.id).not.toBe(events[0]?.id);
      const changed = { ...call, body: Buffer.concat([call.body, Buffer.from(' ')]) };
      const stranger = { ...call, header: () => null, query: new URLSearchParams() };
      for (const wrong of [changed, stranger])
        await expect(channel.receive(wrong, connection)).rejects.toThrow(CallRefused);
    });

    test('check: says whether the account works', async () => {
      if (channel.fields.length === 0) return;
      const works = harness.set('takes').deps;
      const connection = works.connection ?? NO_CONNECTION;
      expect(await channel.check(connection, works)).toEqual({ ok: true });
      if (!happens('unreachable')) return;
      const gone = harness.set('unreachable').deps;
      expect(await channel.check(gone.connection ?? connection, gone)).toMatchObject({
        ok: false,
        problem: expect.stringMatching(/\S/),
      });
    });

    test('tokens: new ones work, and a refusal is told from a provider that is away', async () => {
      const { tokens } = channel;
      if (!tokens) return;
      const { deps } = harness.set('takes');
      const connection = deps.connection ?? NO_CONNECTION;
      expect(tokens.aheadMs).toBeGreaterThan(0);
      expect((await tokens.endsAt(connection, deps)) ?? NOW).toBeGreaterThanOrEqual(NOW);
      const fresh = await tokens.refresh(connection, deps);
      if (!('secrets' in fresh)) throw new Error(`It was refused: ${fresh.problem}`);
      // Else it would be refreshed again at once.
      expect(fresh.endsAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(NOW + tokens.aheadMs);
      const secret = channel.fields.filter((field) => field.secret).map(({ name }) => name);
      expect(secret).toEqual(expect.arrayContaining(Object.keys(fresh.secrets)));
      const renewed = { ...connection, secrets: { ...connection.secrets, ...fresh.secrets } };
      expect(await channel.check(renewed, deps)).toEqual({ ok: true });
      const revoked = {
        ...connection,
        secrets: Object.fromEntries(Object.keys(connection.secrets).map((name) => [name, 'revoked'])),
      };
      expect(await tokens.refresh(revoked, deps)).toMatchObject({
        problem: expect.stringMatching(/\S/),
        isFinal: true,
      });
      const { deps: away } = harness.set('unreachable');
      expect(await tokens.refresh(connection, away)).toMatchObject({
        problem: expect.stringMatching(/\S/),
        isFinal: false,
      });
    });

    test.each([
      ['empty', ''],
      ['line breaks', 'a\r\nBcc: x@y.example\r\n\r\nb'],
      ['other scripts and astral characters', 'Ω 漢字 🔔'.repeat(300)],
      ['a lone surrogate', '\ud800'],
      ['markup', '<script>alert(1)</script>{{slot}}{% raw %}'],
    ])('carries text with %s without throwing', async (_name, text) => {
      const prepared = prepare(text);
      const { outcome } = await sendPrepared('takes', prepared);
      // A provider that measures may refuse it.
      const may = harness.measures ? ['sent', 'rejected'] : ['sent'];
      expect(may).toContain(outcome.outcome);
    });
  });
}
