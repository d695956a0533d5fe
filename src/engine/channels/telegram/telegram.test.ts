import { afterAll, beforeAll, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { NOW } from '../conformance.fixture.ts';
import type { SendDeps, SendOutcome } from '../channel.ts';
import { outcomeOfAnswer } from '../http-outcome.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { entitiesOf, formatted, TEXT_MAX } from './message.ts';
import { normalizePlace, placeOf } from './place.ts';
import { telegramPractice } from './practice.ts';
import { telegramChannel } from './telegram.ts';
import { verdictOf } from './verdict.ts';

/** A PNG of one size or another, as far as its header says. */
function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const GOOD = 'a'.repeat(64);
const ODD = 'b'.repeat(64);
const chart = (hash: string): AlertDocument['chart'] => ({
  description: ['A chart'],
  picture: { hash, type: 'image/png', width: 1056, height: 640 },
  problem: null,
});

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  const pictures = { [GOOD]: png(1056, 640), [ODD]: png(4_000, 100) };
  harness = await practiceHarness(telegramChannel, { waitMs: 90_000, pictures });
});
afterAll(() => harness.stop());

const render = (document: AlertDocument): Promise<Prepared> =>
  telegramChannel.render(laidOut(document, 'message'));
let sent = 0;
const to = (address = '@practice_channel') => ({
  deliveryId: `d-${(sent += 1)}`,
  attempt: 1,
  target: 'destination' as const,
  address,
});
async function send(prepared: Prepared, change: Partial<SendDeps> = {}, address?: string) {
  const { deps } = harness.set('takes');
  return telegramChannel.send(prepared, to(address), { ...deps, ...change });
}
const idOf = (outcome: SendOutcome): string => {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerMessageId;
};
async function shown(outcome: SendOutcome) {
  const id = idOf(outcome).replace('p', '');
  const found = (await harness.room.messages('telegram')).find((each) => each.id === id);
  if (!found) throw new Error('The channel doesn’t show it.');
  return found;
}

test('posts the chart with the headline in bold and every figure as the document has it', async () => {
  const document = { ...fallDocument(), chart: chart(GOOD) };
  const prepared = await render(document);
  expect(prepared.media).toHaveLength(1);
  const message = await shown(await send(prepared));
  expect(message.pictures).toHaveLength(1);
  expect(message.text).toBe(prepared.text);
  expect(message.text).toContain(plain(document.headline));
  const [bold] = entitiesOf(prepared);
  expect(message.text.slice(bold?.offset, (bold?.offset ?? 0) + (bold?.length ?? 0))).toBe(
    plain(document.headline),
  );
});

test('what is too long for a caption goes out as a text, and nothing of it is cut', async () => {
  const long = { ...fallDocument(), chart: chart(GOOD), summary: ['Long. '.repeat(200).trim()] };
  const prepared = await render(long);
  expect(prepared.media).toEqual([]);
  expect(prepared.text).toContain('Long. '.repeat(199));
  expect(preflight(prepared, telegramChannel.limits).fits).toBe(true);
  expect((await shown(await send(prepared))).pictures).toEqual([]);
});

test('what stays is whole where even a text has no room', async () => {
  const summary = [`${'First. '.repeat(400)}\n\n${'Second. '.repeat(400)}`];
  const { text } = await render({ ...fallDocument(), summary });
  expect(text.length).toBeLessThanOrEqual(TEXT_MAX);
  expect(text).toContain('First. '.repeat(399));
  expect(text).not.toContain('Second.');
});

test.each([
  ['emoji', '📉'],
  ['combining marks', 'é'],
  ['right-to-left text', 'שלום '],
  ['markup', '<b>*_`[x](y)&amp;'],
])('counts and carries %s as Telegram does', async (_name, piece) => {
  const body = piece.repeat(Math.ceil(TEXT_MAX / piece.length)).slice(0, TEXT_MAX - 1);
  // Half a pair of surrogates is no character.
  const whole = body.replace(/[\ud800-\udbff]$/, '');
  const text = `${whole}${'x'.repeat(TEXT_MAX - whole.length)}`;
  const prepared = { title: null, text, html: null, media: [] };
  expect((await shown(await send(prepared))).text).toBe(text);
  const longer = { ...prepared, text: `${text}x` };
  expect(preflight(longer, telegramChannel.limits).fits).toBe(false);
  expect(await send(longer)).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringMatching(/too long/),
  });
});

test('offsets hold beside emoji and other scripts', () => {
  const { text, entities } = formatted([
    { kind: 'headline', text: '📈 日経平均 rises' },
    { kind: 'figures', rows: [{ label: 'Close 🔔', value: '38,915.87' }] },
  ]);
  expect(entities.map(({ offset, length }) => text.slice(offset, offset + length))).toEqual([
    '📈 日経平均 rises',
    '38,915.87',
  ]);
});

test('a picture that is gone or refused doesn’t hold up the alert', async () => {
  for (const hash of [ODD, 'c'.repeat(64)]) {
    const outcome = await send(await render({ ...fallDocument(), chart: chart(hash) }));
    expect((await shown(outcome)).pictures).toEqual([]);
    expect(idOf(outcome)).not.toContain('p');
  }
});

test('edits a photo with another photo, its caption alone, and a text', async () => {
  const { deps } = harness.set('takes');
  const withChart = await render({ ...fallDocument(), chart: chart(GOOD) });
  const outcome = await send(withChart);
  const message = { providerMessageId: idOf(outcome), address: '@practice_channel' };
  const change = (prepared: Prepared) => telegramChannel.edit?.(prepared, message, to(), deps);
  const corrected = { ...withChart, text: 'Corrected', own: null };
  expect(await change(corrected)).toEqual({ outcome: 'sent', providerMessageId: idOf(outcome) });
  expect(await shown(outcome)).toMatchObject({ text: 'Corrected', editedAt: NOW });
  // Asked for again, it is what it should be.
  expect((await change(corrected))?.outcome).toBe('sent');
  expect((await change({ ...corrected, media: [], text: 'Caption' }))?.outcome).toBe('sent');
  expect(await shown(outcome)).toMatchObject({ text: 'Caption', pictures: [{}] });
  const gone = { ...message, providerMessageId: '999999' };
  expect((await telegramChannel.edit?.(corrected, gone, to(), deps))?.outcome).toBe('rejected');
});

test('a chat that isn’t there is said, and a revoked token breaks the account', async () => {
  const prepared = await render(fallDocument());
  expect(await send(prepared, {}, '@somebody_else')).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringMatching(/chat not found/),
    permanentAddress: true,
  });
  const revoked = harness.depsOf({ secrets: { token: '123456789:CANARY-canary-CANARY-canary-CANARY' } });
  const outcome = await telegramChannel.send(prepared, to(), revoked);
  expect(outcome).toMatchObject({
    outcome: 'retry',
    waitsForServer: true,
    reason: expect.stringMatching(/token/),
  });
  expect(JSON.stringify(outcome)).not.toMatch(/canary/i);
  const connection = revoked.connection ?? { id: 'c', settings: {}, secrets: {} };
  expect(await telegramChannel.check(connection, revoked)).toMatchObject({ ok: false });
});

test('an address that quotes the token isn’t repeated', async () => {
  const { deps } = harness.set('takes');
  const token = deps.connection?.secrets['token'] ?? '';
  const call: SendDeps['call'] = async ({ url }) => ({ kind: 'not_sent', reason: `no route to ${url}` });
  const outcome = await send(await render(fallDocument()), { call });
  expect(outcome).toMatchObject({ outcome: 'retry' });
  expect(JSON.stringify(outcome)).not.toContain(token);
});

const answer = (status: number, json: object) => ({
  kind: 'answered' as const,
  status,
  headers: {},
  retryAfterMs: null,
  text: JSON.stringify(json),
  json,
});
test.each([
  [429, { ok: false, parameters: { retry_after: 7_200 } }, { verdict: 'pause', ms: 7_200_000 }],
  [400, { ok: false, parameters: { migrate_to_chat_id: -100777 } }, { verdict: 'refused', gone: true }],
  [403, { ok: false, description: 'Forbidden: bot was kicked from the channel chat' }, { gone: true }],
  [
    400,
    { ok: false, description: 'Bad Request: need administrator rights' },
    { says: expect.stringMatching(/administrator/) },
  ],
  [400, { ok: false, description: 'Bad Request: message is too long' }, { verdict: 'refused' }],
  [500, { ok: false, description: 'Internal Server Error' }, { verdict: 'later' }],
  [200, { ok: true, result: { message_id: 5 } }, { verdict: 'sent', id: '5' }],
])('%d %j', (status, json, verdict) =>
  expect(verdictOf(answer(status, json), String)).toMatchObject(verdict),
);

test('an answer that names no message may mean that it is there', async () => {
  const { deps } = harness.set('takes');
  const body = Buffer.from('{"ok":true,"result":true}');
  const outcome = outcomeOfAnswer(
    { kind: 'answered', status: 200, headers: {}, retryAfterMs: null, body },
    to(),
    deps,
    { provider: 'Telegram', verdictOf: (read) => verdictOf(read, String) },
  );
  expect(outcome.outcome).toBe('unknown');
});

test.each([
  ['https://t.me/HarborDesk', '@harbordesk'],
  ['@HarborDesk', '@harbordesk'],
  ['-1001234567890', '-1001234567890'],
  ['-1001234567890:77', '-1001234567890:77'],
  ['https://t.me/+abcdefgh', null],
  ['harbor', null],
  ['-0', null],
])('reads the place %s', (typed, place) => expect(normalizePlace(typed)).toBe(place));
test('a topic is a part of its group', () =>
  expect(placeOf('-100123456:77')).toEqual({ chat: '-100123456', topic: 77 }));

test('draws a message with nothing of it as markup', () => {
  const text = '<script>alert(1)</script>';
  const drawn = telegramPractice.draw(
    {
      kind: 'telegram',
      id: '1',
      place: '@practice_channel',
      under: null,
      sentAt: NOW,
      editedAt: null,
      text,
      pictures: [],
      own: {
        entities: [{ type: 'bold', offset: 0, length: 8 }],
        buttons: [{ text: '"><img>', url: 'https://x.example/"' }],
      },
    },
    (hash) => hash,
  );
  expect(drawn).toContain('<b>&lt;script&gt;</b>');
  expect(drawn).not.toMatch(/<script|<img/);
});
