import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import { writeExample } from '#src/engine/content/templates/examples.ts';
import type { Answer, Call } from '#src/platform/net/call.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { isSlot, plain, type Text } from '#src/shared/content/text.ts';
import type { OpenConnection, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { readAnswer } from '../http-outcome.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { accessOf, nonceOf, normalizePlace } from './access.ts';
import { discordChannel } from './discord.ts';
import { DESCRIPTION_MAX, embedOf, TITLE_MAX } from './embed.ts';
import { escapeMarkdown, plainOf } from './markdown.ts';
import { discordPractice, PRACTICE_WEBHOOK } from './practice.ts';
import { verdictOf } from './verdict.ts';

const CHANNEL = discordPractice.account.place?.address ?? '';
const THREAD = '1100000000000000002';
const LOCKED = '1100000000000000003';
const GOOD = 'a'.repeat(64);
const BAD = 'b'.repeat(64);
const LARGE = 'c'.repeat(64);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
const CANARY = 'CANARY-canary-CANARY-canary-CANARY';

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  const pictures = {
    [GOOD]: PNG,
    [BAD]: Buffer.from('no picture'),
    [LARGE]: Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]),
  };
  harness = await practiceHarness(discordChannel, { waitMs: 90_000, pictures });
});
afterAll(() => harness.stop());

const chart = (hash: string): AlertDocument['chart'] => ({
  description: ['A chart of the fall'],
  picture: { hash, type: 'image/png', width: 1056, height: 640 },
  problem: null,
});
const render = (document: AlertDocument): Promise<Prepared> =>
  discordChannel.render(laidOut(document, 'message'));
const withText = (text: string): Prepared => ({ title: null, text, html: null, media: [] });

let count = 0;
const to = (change: Partial<SendTo> = {}): SendTo => ({
  deliveryId: `d-${(count += 1)}`,
  attempt: 1,
  target: 'destination',
  address: CHANNEL,
  ...change,
});
const byWebhook = (url = PRACTICE_WEBHOOK): SendDeps => harness.depsOf({ secrets: { credential: url } });
const byBot = (): SendDeps => harness.set('takes').deps;
const send = (prepared: Prepared, change: Partial<SendTo> = {}, deps = byBot()): Promise<SendOutcome> =>
  discordChannel.send(prepared, to(change), deps);

const idOf = (outcome: SendOutcome): string => {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerMessageId;
};
async function shown(outcome: SendOutcome) {
  const id = idOf(outcome);
  const found = (await harness.room.messages('discord')).find((each) => each.id === id);
  if (!found) throw new Error('The channel doesn’t show it.');
  return { ...found, own: found.own as { embeds: Record<string, unknown>[]; mentions: string[] } };
}
/** Calls that went out, and what to answer instead of the provider, in turn; null asks the provider. */
function watched(deps: SendDeps, answers: readonly (Answer | null)[] = []) {
  const calls: Call[] = [];
  const call: SendDeps['call'] = async (request) => {
    calls.push(request);
    return answers[calls.length - 1] ?? deps.call(request);
  };
  return { calls, deps: { ...deps, call } };
}
const answered = (
  status: number,
  json: unknown,
  headers: Record<string, string> = {},
): Extract<Answer, { kind: 'answered' }> => ({
  kind: 'answered',
  status,
  headers,
  retryAfterMs: null,
  body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
});
const LOST: Answer = { kind: 'unknown', reason: 'socket hang up' };

describe('what is posted', () => {
  const BRAND = { name: 'Harbor & Vale', color: '#0f4c5c' };

  test.each(['market', 'rule', 'news', 'calendar', 'webhook'] as const)(
    'every figure and name of an alert of the kind %s reads there as it was written',
    async (example) => {
      for (const language of ['en', 'de'] as const) {
        const { document } = await writeExample(example, BRAND, language);
        const said = laidOut(document, 'message');
        const prepared = await render(document);
        expect(preflight(prepared, discordChannel.limits).fits).toBe(true);
        const message = await shown(await send(prepared));
        const texts: Text[] = [
          said.title,
          said.summary,
          ...said.table.flatMap(({ label, value }) => [label, value]),
          ...(said.figure ? [said.figure.label, said.figure.value] : []),
          ...said.disclaimers,
        ];
        for (const text of texts) expect(message.text).toContain(plain(text));
        const slots = texts.flat().filter(isSlot);
        expect(slots.length).toBeGreaterThan(0);
        for (const { text } of slots) expect(message.text).toContain(text);
      }
    },
  );

  test('one embed in the brand’s color, with its name, figures as fields and disclaimers as footer', async () => {
    const document = laidOut(fallDocument(), 'page');
    const prepared = await discordChannel.render(document);
    const { own, text } = await shown(await send(prepared));
    expect(own.embeds).toHaveLength(1);
    expect(own.embeds[0]).toMatchObject({
      color: 0x0f4c5c,
      author: { name: 'Harbor & Vale' },
      footer: { text: document.disclaimers.map(plain).join('\n') },
    });
    const fields = own.embeds[0]?.['fields'] as { name: string; value: string }[];
    const rows = [...(document.figure ? [document.figure] : []), ...document.table];
    expect(fields.map(({ name, value }) => [plainOf(name), plainOf(value)])).toEqual(
      rows.map(({ label, value }) => [plain(label), plain(value)]),
    );
    expect(text).toContain(prepared.title ?? '');
    expect(own.mentions).toEqual([]);
  });

  test('a trial run says so in its title and before anything else', async () => {
    const prepared = await render(fallDocument({ trial: true }));
    expect(prepared.title).toMatch(/^Trial run: /);
    expect(prepared.text).toMatch(/^Trial run\./);
  });

  test('a digest lists its alerts, and the link says what it leads to', async () => {
    const alert = (n: number) => ({
      kind: 'alert' as const,
      id: crypto.randomUUID(),
      direction: null,
      headline: [`Alert _${n}_`],
      figure: [`${n}%`],
      dateline: ['Today'],
    });
    const digest: AlertDocument = {
      ...fallDocument(),
      title: ['Digest'],
      blocks: [1, 2, 3].map(alert),
      callToAction: { label: ['See [all]'], url: 'https://site.example/a_(b)?c=*d*' },
      disclaimers: [],
    };
    const prepared = await render(digest);
    const message = await shown(await send(prepared));
    for (const n of [1, 2, 3]) expect(message.text).toContain(`Alert _${n}_\n${n}% · Today`);
    expect(embedOf(prepared).description).toContain('[See \\[all\\]](https://site.example/a_%28b%29?c=*d*)');
    expect(message.text).toContain('See [all]');
    expect(prepared.text).toContain('See [all]: https://site.example/a_%28b%29?c=*d*');
  });

  test('whole parts go where there is no room, and nothing is cut', async () => {
    const summary = [`${'First. '.repeat(400)}\n\n${'Second. '.repeat(400)}`];
    const prepared = await render({ ...fallDocument(), summary });
    expect(preflight(prepared, discordChannel.limits).fits).toBe(true);
    expect(prepared.text).toContain('First. '.repeat(399));
    expect(prepared.text).not.toContain('Second.');
    expect((await send(prepared)).outcome).toBe('sent');
  });

  test.each([
    ['a description', 2_500, 0],
    ['an embed with its footer', 2_000, 1_950],
  ])('what is too long for %s only with its backslashes goes as well', async (_name, stars, small) => {
    const summary = [`First\n\n${'*'.repeat(stars)}`];
    const disclaimers = small === 0 ? [] : [['d'.repeat(small)]];
    const bare = { ...fallDocument(), figure: null, table: [] };
    const prepared = await render({ ...bare, summary, disclaimers });
    expect(prepared.text).toContain('First');
    expect(prepared.text).not.toContain('**');
    expect((await send(prepared)).outcome).toBe('sent');
  });

  test.each([TITLE_MAX - 1, TITLE_MAX, TITLE_MAX + 1])(
    'a headline of %d characters is a title or a line, and whole',
    async (length) => {
      const headline = '📉'.repeat(length);
      const prepared = await render({ ...fallDocument(), title: [headline], headline: [headline] });
      expect(prepared.title === null).toBe(length > TITLE_MAX);
      const message = await shown(await send(prepared));
      expect(message.text).toContain(headline);
    },
  );

  test('disclaimers that are too long for a footer, and figures that are no fields, are in the text', async () => {
    const disclaimer = 'No advice. '.repeat(220).trim();
    const table = [{ label: ['Long'], value: ['9'.repeat(1_025)], words: false }];
    const document = laidOut({ ...fallDocument(), disclaimers: [[disclaimer]], table }, 'page');
    const prepared = await discordChannel.render(document);
    expect(embedOf(prepared)).not.toHaveProperty('footer');
    expect(embedOf(prepared)).not.toHaveProperty('fields');
    const message = await shown(await send(prepared));
    expect(message.text).toContain(disclaimer);
    expect(message.text).toContain(`Long: ${'9'.repeat(1_025)}`);
  });
});

describe('lengths and escaping', () => {
  test.each([
    ['emoji', '📉'],
    ['combining marks', 'é'],
    ['right-to-left text', 'שלום'],
  ])('counts and carries %s as Discord does', async (_name, piece) => {
    const pieces = Math.floor(DESCRIPTION_MAX / [...piece].length);
    const filled = piece.repeat(pieces);
    const text = filled + 'x'.repeat(DESCRIPTION_MAX - [...filled].length);
    for (const fits of [text.slice(0, -piece.length), text])
      expect((await shown(await send(withText(fits)))).text).toBe(fits);
    const longer = withText(`${text}x`);
    expect(preflight(longer, discordChannel.limits).fits).toBe(false);
    expect(await send(longer)).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/embeds\[0\]\.description: Must be 4096 or fewer/),
    });
  });

  const HOSTILE = [
    '**bold** __under__ _it_ *it* ~~gone~~ ||spoiler|| `code` ```block```',
    '# Heading\n## Two\n-# small\n> quote\n>>> all\n- item\n* item\n  - nested\n1. one\n2. two',
    '[click](https://evil.example) <https://x.example> [a](<https://b.example>)',
    '@everyone @here <@123456789012345678> <@&123456789012345678> <#123456789012345678> <:e:1234> <t:1>',
    'A \\*backslash\\* and C:\\dir\\_x \\\\',
    'https://site.example/a_b_c/~x~?y=__z__#-1 and snake_case_name, 5 * 3 * 2, -5.2%',
    '−11.98 %\n16. März 2020\n-5.2%',
  ];
  test.each(HOSTILE)('reads as it was written: %j', async (text) => {
    const message = await shown(await send(withText(text)));
    expect(message.text).toBe(text);
    expect(plainOf(escapeMarkdown(text))).toBe(text);
    const [, drawn = ''] = discordPractice.draw(message, (hash) => hash).split('class="description"');
    expect(drawn).toContain('class="line p"');
    expect(drawn).not.toMatch(/<(?:strong|em|u|s|code|mark|kbd)>|class="line (?:h|small|quote|item)"/);
    // Alone an address links to itself, and no words hide where they lead.
    for (const [, linked] of drawn.matchAll(/<ins>(.*?)<\/ins>/g)) expect(linked).toMatch(/^https:/);
  });
  test('figures aren’t littered with backslashes', () =>
    expect(escapeMarkdown('-5.2% to 2,386.13 (low: 2,380.94) #1')).toBe(
      '-5.2% to 2,386.13 (low: 2,380.94) #1',
    ));
  test('what an address holds stays, so that it leads there', () =>
    expect(escapeMarkdown('See https://a.example/x_y_z.')).toBe('See https://a.example/x_y_z.'));

  test('nobody is notified, whatever a text says', async () => {
    for (const deps of [byBot(), byWebhook()]) {
      const { calls, deps: used } = watched(deps);
      const address = deps.connection?.secrets['credential'] === PRACTICE_WEBHOOK ? 'webhook' : CHANNEL;
      await send(withText('@everyone'), { address }, used);
      expect(JSON.parse(String(calls[0]?.body))).toMatchObject({ allowed_mentions: { parse: [] } });
    }
  });

  test('draws nothing of a text as HTML', () => {
    const evil = '<script>alert(1)</script>"><img src=x>';
    const embed = { title: evil, description: evil, author: { name: evil }, footer: { text: evil } };
    const own = {
      author: 'bot',
      nonce: null,
      content: evil,
      embeds: [{ ...embed, fields: [{ name: evil, value: evil }], image: { url: 'attachment://a' } }],
      attachments: [{ id: '0', filename: 'a', hash: 'h', description: evil }],
      mentions: [],
    };
    const message = {
      kind: 'discord',
      id: '1',
      place: CHANNEL,
      under: null,
      sentAt: NOW,
      editedAt: null,
      text: '',
      pictures: [],
      own,
    };
    const drawn = discordPractice.draw(message, (hash) => hash);
    expect(drawn).not.toMatch(/<script|<img src=x/);
    expect(drawn.match(/<img /g)).toHaveLength(1);
  });
});

describe('pictures', () => {
  test('are attached, shown in the embed and described', async () => {
    const prepared = await render({ ...fallDocument(), chart: chart(GOOD) });
    for (const [deps, address] of [
      [byBot(), CHANNEL],
      [byWebhook(), 'webhook'],
    ] as const) {
      const message = await shown(await send(prepared, { address }, deps));
      expect(message.pictures).toMatchObject([{ alt: 'A chart of the fall' }]);
      expect(message.own.embeds[0]).toMatchObject({ image: { url: 'attachment://chart.png' } });
      expect(await harness.room.file(message.pictures[0]?.hash ?? '')).toEqual(new Uint8Array(PNG));
    }
  });

  test.each([
    ['that is refused', BAD],
    ['that is too large', LARGE],
    ['that is gone', 'd'.repeat(64)],
  ])('one %s doesn’t hold up the message', async (_name, hash) => {
    const prepared = await render({ ...fallDocument(), chart: chart(hash) });
    const message = await shown(await send(prepared));
    expect(message.pictures).toEqual([]);
    expect(message.text).toContain(prepared.title);
  });

  test('a message that is refused without its picture too stays refused, after one more request', async () => {
    const prepared = await render({ ...fallDocument(), chart: chart(GOOD) });
    const refusal = answered(403, { message: 'Missing Permissions', code: 50013 });
    const { calls, deps } = watched(byBot(), [refusal, refusal]);
    expect(await send(prepared, {}, deps)).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/Send Messages/),
    });
    expect(calls).toHaveLength(2);
  });
});

describe('a lost answer', () => {
  test('a bot’s message is asked for again at once, by its nonce, and is there once', async () => {
    const { calls, deps } = watched(byBot(), [null, null]);
    // The provider takes the first and the answer is lost.
    const call: SendDeps['call'] = async (request) => {
      const answer = await deps.call(request);
      return calls.length === 1 ? LOST : answer;
    };
    const before = harness.arrived();
    const outcome = await send(withText('Once'), {}, { ...deps, call });
    expect(outcome.outcome).toBe('sent');
    expect(calls).toHaveLength(2);
    expect(harness.arrived()).toBe(before + 1);
    expect((await shown(outcome)).text).toBe('Once');
  });

  test.each([
    ['is lost too', LOST],
    ['is an outage', answered(503, 'upstream')],
    ['is a limit', answered(429, { message: 'Slow down', retry_after: 1, global: false })],
    ['is none', { kind: 'not_sent', reason: 'no route' } as const],
  ])('where the second answer %s, nobody knows, and it isn’t sent a third time', async (_name, second) => {
    const { calls, deps } = watched(byBot(), [LOST, second]);
    expect((await send(withText('Once'), {}, deps)).outcome).toBe('unknown');
    expect(calls).toHaveLength(2);
  });

  test('a webhook can’t tell: unknown, and one request', async () => {
    const { calls, deps } = watched(byWebhook(), [LOST]);
    expect((await send(withText('Once'), { address: 'webhook' }, deps)).outcome).toBe('unknown');
    expect(calls).toHaveLength(1);
    expect(JSON.parse(String(calls[0]?.body))).not.toHaveProperty('nonce');
  });

  test('an edit is repeated: it changes nothing twice', async () => {
    const message = { providerMessageId: idOf(await send(withText('Before'))), address: CHANNEL };
    const { deps } = watched(byBot(), [LOST]);
    const outcome = await discordChannel.edit?.(withText('After'), message, to(), deps);
    expect(outcome).toMatchObject({ outcome: 'retry' });
  });

  test('an answer that names no message may mean that it is there', async () => {
    const { deps } = watched(byWebhook(), [answered(204, '')]);
    expect((await send(withText('Text'), { address: 'webhook' }, deps)).outcome).toBe('unknown');
  });

  test('a nonce is the delivery’s own and can have at most 25 characters', () => {
    const nonce = nonceOf('0192f3b4-0000-7000-8000-000000000001');
    expect(nonce.length).toBeLessThanOrEqual(25);
    expect(nonceOf('0192f3b4-0000-7000-8000-000000000002')).not.toBe(nonce);
  });
});

describe('threads, edits and reading back', () => {
  test('a bot’s update is a reply, also where the first message was deleted', async () => {
    const first = { providerMessageId: idOf(await send(withText('First'))), address: CHANNEL };
    expect((await shown(await send(withText('Update'), { replyTo: first }))).under).toBe(
      first.providerMessageId,
    );
    const deleted = { ...first, providerMessageId: '1100000000000000555' };
    expect((await shown(await send(withText('Update'), { replyTo: deleted }))).under).toBeNull();
  });

  test('without the right to reply, the update goes out by itself', async () => {
    const refusal = answered(400, {
      message: 'Cannot reply without permission to read message history',
      code: 160002,
    });
    const replyTo = { providerMessageId: '1100000000000000555', address: CHANNEL };
    const { calls, deps } = watched(byBot(), [refusal]);
    expect((await send(withText('Update'), { replyTo }, deps)).outcome).toBe('sent');
    expect(JSON.parse(String(calls[1]?.body))).not.toHaveProperty('message_reference');
  });

  test('a webhook posts to its own channel, or to a thread of it', async () => {
    const own = await shown(await send(withText('Own'), { address: 'webhook' }, byWebhook()));
    expect(own.place).toBe(CHANNEL);
    const thread = await shown(await send(withText('Thread'), { address: THREAD }, byWebhook()));
    expect(thread.place).toBe(THREAD);
    const message = { providerMessageId: thread.id, address: THREAD };
    const edited = await discordChannel.edit?.(withText('Changed'), message, to(), byWebhook());
    expect(edited).toEqual({ outcome: 'sent', providerMessageId: thread.id });
    expect(await discordChannel.readBack?.(message, byWebhook())).toEqual({
      found: 'there',
      text: 'Changed',
    });
  });

  test('a bot has no channel of its own: that is said without a request', async () => {
    const { calls, deps } = watched(byBot());
    expect(await send(withText('Text'), { address: 'webhook' }, deps)).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/channel by its id/),
    });
    expect(calls).toEqual([]);
  });

  test('an edit takes the place of text and picture', async () => {
    const prepared = await render({ ...fallDocument(), chart: chart(GOOD) });
    const message = { providerMessageId: idOf(await send(prepared)), address: CHANNEL };
    const corrected = await render({ ...fallDocument(), title: ['Corrected'], chart: null });
    const outcome = (await discordChannel.edit?.(corrected, message, to(), byBot())) as SendOutcome;
    const after = await shown(outcome);
    expect(after).toMatchObject({ pictures: [], editedAt: NOW });
    expect(after.text).toContain('Corrected');
    const deleted = { ...message, providerMessageId: '1100000000000000555' };
    expect(await discordChannel.edit?.(corrected, deleted, to(), byBot())).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/deleted/),
    });
  });

  test('what is read back is what was sent, word for word', async () => {
    for (const example of ['market', 'news', 'calendar'] as const) {
      const { document } = await writeExample(example, { name: 'Harbor', color: '#0f4c5c' });
      const title = ['*Odd* [title]'];
      const callToAction = { label: ['See *it*'], url: 'https://site.example/(a)' };
      const prepared = await render({ ...document, title, callToAction });
      const message = { providerMessageId: idOf(await send(prepared)), address: CHANNEL };
      expect(await discordChannel.readBack?.(message, byBot())).toEqual({
        found: 'there',
        text: prepared.text,
      });
    }
  });

  test('a channel that may not be read doesn’t mean that the message is gone', async () => {
    const message = { providerMessageId: '1100000000000000555', address: LOCKED };
    expect(await discordChannel.readBack?.(message, byBot())).toMatchObject({ found: 'unknown' });
  });
});

describe('what Discord answers', () => {
  test.each([
    [200, { id: '1100000000000000777' }, { verdict: 'sent', id: '1100000000000000777' }],
    [401, { message: '401: Unauthorized', code: 0 }, { verdict: 'broken' }],
    [
      401,
      { message: 'Invalid Webhook Token', code: 50027 },
      { verdict: 'broken', says: expect.stringMatching(/URL/) },
    ],
    [
      404,
      { message: 'Unknown Webhook', code: 10015 },
      { verdict: 'broken', says: expect.stringMatching(/deleted/) },
    ],
    [404, { message: 'Unknown Channel', code: 10003 }, { verdict: 'refused', gone: true }],
    [
      403,
      { message: 'Missing Access', code: 50001 },
      { verdict: 'refused', says: expect.stringMatching(/view the channel/) },
    ],
    [
      403,
      { message: 'Missing Permissions', code: 50013 },
      { verdict: 'refused', says: expect.stringMatching(/Send Messages/) },
    ],
    [
      413,
      { message: 'Request entity too large', code: 40005 },
      { verdict: 'refused', says: expect.stringMatching(/too large/) },
    ],
    [
      400,
      { message: 'Cannot send an empty message', code: 50006 },
      { says: expect.stringMatching(/Embed Links/) },
    ],
    [
      400,
      { message: 'Webhooks posted to forum channels …', code: 220001 },
      { says: expect.stringMatching(/forum/) },
    ],
    [400, { message: 'Send messages has been temporarily disabled', code: 40004 }, { verdict: 'later' }],
    [429, { message: 'Slow', retry_after: 64.57, global: false }, { verdict: 'pause', ms: 64_570 }],
    [429, { message: 'Slow', retry_after: 1e9, global: true }, { verdict: 'pause', ms: 86_400_000 }],
    [
      400,
      {
        message: 'Invalid Form Body',
        code: 50035,
        errors: { embeds: { 0: { title: { _errors: [{ code: 'X', message: 'Must be 256 or fewer.' }] } } } },
      },
      { verdict: 'refused', says: 'Invalid Form Body. embeds[0].title: Must be 256 or fewer.' },
    ],
  ])('%d %j', (status, json, verdict) =>
    expect(verdictOf(readAnswer(answered(status, json)))).toMatchObject(verdict),
  );

  test('a block of the network’s, which isn’t JSON, breaks the account', async () => {
    const { deps } = watched(byBot(), [answered(403, '<html>error code: 1015</html>')]);
    expect(await send(withText('Text'), {}, deps)).toMatchObject({ outcome: 'retry', waitsForServer: true });
  });

  test('a limit of one channel holds that message, a limit of the bot all of them', async () => {
    const limit = (global: boolean) =>
      answered(
        429,
        { message: 'Slow', retry_after: 2.5, global },
        { 'x-ratelimit-scope': global ? 'global' : 'user' },
      );
    const outcomeOf = (answer: Answer, deps: SendDeps, address: string) =>
      send(withText('Text'), { address }, watched(deps, [answer]).deps);
    const at = NOW + 2_500;
    expect(await outcomeOf(limit(false), byBot(), CHANNEL)).toEqual({
      outcome: 'retry',
      at,
      reason: 'Discord answered: Slow',
      paused: true,
    });
    expect(await outcomeOf(limit(true), byBot(), CHANNEL)).toMatchObject({ at, holdsAccount: true });
    expect(await outcomeOf(limit(false), byWebhook(), 'webhook')).toMatchObject({ at, holdsAccount: true });
  });

  test('places that aren’t there or locked are said', async () => {
    expect(await send(withText('Text'), { address: '1100000000000000404' })).toMatchObject({
      outcome: 'rejected',
      permanentAddress: true,
    });
    const locked = await send(withText('Text'), { address: LOCKED });
    expect(locked).toMatchObject({ outcome: 'rejected' });
    expect(locked).not.toHaveProperty('permanentAddress');
  });
});

describe('credentials', () => {
  const WRONG = [
    `MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.${CANARY}`,
    PRACTICE_WEBHOOK.replace(/[^/]+$/, CANARY),
    `https://discord.com/api/webhooks/1100000000000000123/${CANARY}`,
  ];
  test.each(WRONG)('one that is revoked breaks the account, and is repeated nowhere', async (credential) => {
    const deps = harness.depsOf({ secrets: { credential } });
    const address = accessOf(credential)?.way === 'bot' ? CHANNEL : 'webhook';
    const outcome = await send(withText('Text'), { address }, deps);
    expect(outcome).toMatchObject({ outcome: 'retry', waitsForServer: true });
    const connection = deps.connection as OpenConnection;
    const checked = await discordChannel.check(connection, deps);
    expect(checked).toMatchObject({ ok: false });
    expect(JSON.stringify([outcome, checked])).not.toContain(CANARY);
  });

  test('a complaint of the network that quotes the address doesn’t quote the token', async () => {
    const credential = PRACTICE_WEBHOOK.replace(/[^/]+$/, CANARY);
    const deps = harness.depsOf({ secrets: { credential } });
    for (const kind of ['not_sent', 'unknown'] as const) {
      const call: SendDeps['call'] = async ({ url }) => ({ kind, reason: `no route to ${url}` });
      const quoted = { ...deps, call };
      const message = { providerMessageId: '1100000000000000555', address: 'webhook' };
      const said = [
        await send(withText('Text'), { address: 'webhook' }, quoted),
        await discordChannel.check(deps.connection as OpenConnection, quoted),
        await discordChannel.readBack?.(message, quoted),
      ];
      expect(JSON.stringify(said)).toContain('no route to');
      expect(JSON.stringify(said)).not.toContain(CANARY);
    }
  });

  test('nothing of them is in a message that was kept', async () => {
    const message = await shown(await send(withText('Text'), { address: 'webhook' }, byWebhook()));
    expect(JSON.stringify(message)).not.toContain(accessOf(PRACTICE_WEBHOOK)?.token);
  });

  test('the webhook’s check asks for the webhook, and posts nothing', async () => {
    const before = harness.arrived();
    const deps = byWebhook();
    expect(await discordChannel.check(deps.connection as OpenConnection, deps)).toEqual({ ok: true });
    expect(harness.arrived()).toBe(before);
  });

  const ID = '1126458271334502441';
  const SECRET = 'a'.repeat(68);
  test.each([
    [`https://discord.com/api/webhooks/${ID}/${SECRET}`, 'webhook'],
    [` https://discordapp.com/api/webhooks/${ID}/${SECRET}?wait=true `, 'webhook'],
    [`https://canary.discord.com/api/v10/webhooks/${ID}/${SECRET}`, 'webhook'],
    [`https://discord.com.evil.example/api/webhooks/${ID}/${SECRET}`, undefined],
    [`http://discord.com/api/webhooks/${ID}/${SECRET}`, undefined],
    [`https://discord.com/api/webhooks/${ID}`, undefined],
    [`MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.${CANARY}`, 'bot'],
    [`Bot MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.${CANARY}`, 'bot'],
    ['a password', undefined],
  ])('reads the credential %s', (text, way) => {
    expect(accessOf(text)?.way).toBe(way);
    const [field] = discordChannel.fields;
    expect(field?.type.safeParse(text).success).toBe(way !== undefined);
  });

  test.each([
    [ID, ID],
    [`<#${ID}>`, ID],
    [`https://discord.com/channels/1100000000000000000/${ID}`, ID],
    [' Webhook ', 'webhook'],
    ['#market', null],
    ['123', null],
    [`${ID}/../${ID}`, null],
  ])('reads the place %s', (typed, place) => expect(normalizePlace(typed)).toBe(place));
});
