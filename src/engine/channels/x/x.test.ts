import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import type { MessagePart } from '#src/engine/content/message/message-parts.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import { standardLayout } from '#src/engine/content/templates/standard.ts';
import type { Answer, Call } from '#src/platform/net/call.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { type Prepared, textsOfPrepared, wholeText } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type { OpenConnection, SendDeps, SendOutcome } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { outcomeOfAnswer } from '../http-outcome.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { plainNames } from './plain-names.ts';
import { xPractice } from './practice.ts';
import { threadOf } from './thread.ts';
import { verdictOf, waitOf } from './verdict.ts';
import { xChannel } from './x.ts';

const ACCOUNT = '@practice_desk';
const GOOD = 'a'.repeat(64);
const ODD = 'b'.repeat(64);
const PNG = Buffer.from('\u0089PNG\r\n\u001a\n picture', 'latin1');
const MAX = 280;
const RISK =
  'CFDs are complex instruments and come with a high risk of losing money rapidly due to leverage. 74% of retail investor accounts lose money when trading CFDs with this provider. You should consider whether you understand how CFDs work and whether you can afford to take the high risk of losing your money.';

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  const pictures = { [GOOD]: PNG, [ODD]: Buffer.from('no picture at all') };
  harness = await practiceHarness(xChannel, { waitMs: 90_000, pictures });
});
afterAll(() => harness.stop());
beforeEach(async () => {
  for (const message of await posts()) await harness.room.forget(message);
});

const posts = () => harness.room.messages('x');
const withPicture = (hash: string, change: Partial<AlertDocument> = {}): AlertDocument => ({
  ...fallDocument(),
  pictures: [
    {
      format: 'wide',
      width: 1200,
      height: 675,
      description: ['S&P 500, down 12%'],
      picture: { hash, type: 'image/png', width: 1200, height: 675 },
      problem: null,
    },
  ],
  ...change,
});
const layout = standardLayout('standard', 'market');
const render = (document: AlertDocument): Promise<Prepared> =>
  xChannel.render(laidOut({ ...document, layout }, 'post'));
const textOnly = (text: string): Prepared => ({ title: null, text, html: null, media: [] });
const thread = (...[text = '', ...rest]: string[]): Prepared => ({ ...textOnly(text), thread: rest });

let sent = 0;
const to = (change: object = {}) => ({
  deliveryId: `d-${(sent += 1)}`,
  attempt: 1,
  target: 'destination' as const,
  address: ACCOUNT,
  ...change,
});
function send(prepared: Prepared, change: Partial<SendDeps> = {}, toChange: object = {}) {
  const { deps } = harness.set('takes');
  return xChannel.send(prepared, to(toChange), { ...deps, ...change });
}
const idOf = (outcome: SendOutcome): string => {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerMessageId;
};
const answered = (status: number, json: object, headers: Record<string, string> = {}): Answer => ({
  kind: 'answered',
  status,
  headers,
  retryAfterMs: null,
  body: Buffer.from(JSON.stringify(json)),
});
/** The provider, but for what `instead` answers. `n` counts the posts, from 1. */
function calling(instead: (request: Call, n: number) => Answer | null): SendDeps['call'] {
  const { deps } = harness.set('takes');
  let n = 0;
  return async (request) => {
    const isPost = request.method === 'POST' && request.url.endsWith('/tweets');
    if (isPost) n += 1;
    return instead(request, isPost ? n : 0) ?? deps.call(request);
  };
}

describe('one post', () => {
  test('has the headline, the disclaimer and the picture with its alt text', async () => {
    const document = withPicture(GOOD);
    const prepared = await render(document);
    expect(prepared.thread).toBeUndefined();
    const outcome = await send(prepared);
    expect(await posts()).toMatchObject([
      { id: idOf(outcome), text: prepared.text, pictures: [{ alt: 'S&P 500, down 12%' }] },
    ]);
    for (const figure of plain(document.headline).match(/[\d.,]*\d/g) ?? ['none'])
      expect(prepared.text).toContain(figure);
    expect(prepared.text).toContain(plain(document.disclaimers[0] ?? []));
  });

  test.each([
    ['emoji', '📉'],
    ['families of emoji', '👩‍👩‍👧‍👦'],
    ['combining marks', 'é'],
    ['right-to-left text', 'ש'],
    ['Chinese', '漢'],
  ])('counts and carries %s as X does', async (_name, piece) => {
    const weight = textLength(piece, 'weighted');
    const text = `${piece.repeat(Math.floor((MAX - 1) / weight))}${'x'.repeat(MAX - Math.floor((MAX - 1) / weight) * weight)}`;
    expect(textLength(text, 'weighted')).toBe(MAX);
    expect((await send(textOnly(text))).outcome).toBe('sent');
    expect((await posts())[0]?.text).toBe(text);
    for (const [one, fits] of [
      [text.slice(0, -1), true],
      [`${text}x`, false],
    ] as const)
      expect(preflight(textOnly(one), xChannel.limits).fits).toBe(fits);
    expect(await send(textOnly(`${text}x`))).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/too long/),
    });
  });

  test('a link in the text counts 23, however long it is', async () => {
    const text = `https://harbor.example/${'y'.repeat(300)} ${'x'.repeat(MAX - 24)}`;
    expect(preflight(textOnly(text), xChannel.limits).fits).toBe(true);
    expect((await send(textOnly(text))).outcome).toBe('sent');
    expect((await send(textOnly(`${text}x`))).outcome).toBe('rejected');
  });

  test('another account than the connected one is refused before anything is posted', async () => {
    expect(await send(textOnly('Text'), {}, { address: '@someone_else' })).toMatchObject({
      outcome: 'rejected',
      reason: 'This connection posts as @practice_desk, not as @someone_else.',
    });
    expect(await posts()).toEqual([]);
  });
});

describe('names that X would make links of', () => {
  // As the published library counts: a domain is 23, and the joiner 2.
  test.each([
    ['SAP.DE rises 5%', 'SAP.\u2060DE rises 5%'],
    ['0700.HK, Amazon.com', '0700.\u2060HK, Amazon.\u2060com'],
    ['www.harbor.co.uk', 'www.\u2060harbor.\u2060co.\u2060uk'],
    ['@name and x@y', '@\u2060name and x@\u2060y'],
    ['BRK.B at 3.5, e.g. U.S.A. S.A.', 'BRK.B at 3.5, e.g. U.S.A. S.A.'],
    ['https://harbor.com/a.b@c', 'https://harbor.com/a.b@c'],
    ['e\u0301', 'é'],
  ])('%s', (text, written) => expect(plainNames(text)).toBe(written));

  test('stay names in a post, and read back the same', async () => {
    const headline = ['SAP.DE & <Amazon.com> rise 5%'];
    const prepared = await render({ ...fallDocument(), headline });
    expect(prepared.text).toContain('SAP.\u2060DE & <Amazon.\u2060com>');
    const outcome = await send(prepared);
    const { deps } = harness.set('takes');
    expect(await xChannel.readBack?.({ providerMessageId: idOf(outcome), address: ACCOUNT }, deps)).toEqual({
      found: 'there',
      text: prepared.text,
    });
  });
});

describe('a thread', () => {
  test('has every part whole: a risk warning that is too long goes on below, sentence by sentence', async () => {
    const document = withPicture(GOOD, { disclaimers: [[RISK]] });
    const prepared = await render(document);
    expect(preflight(prepared, xChannel.limits).fits).toBe(true);
    const outcome = await send(prepared);
    const shown = await posts();
    expect(shown.map(({ text }) => text)).toEqual(textsOfPrepared(prepared));
    expect(shown.length).toBeGreaterThan(1);
    expect(idOf(outcome)).toBe(shown.map(({ id }) => id).join(','));
    // Each under the one before, and the picture on the first.
    expect(shown.map(({ under }) => under)).toEqual([null, ...shown.slice(0, -1).map(({ id }) => id)]);
    expect(shown.map(({ pictures }) => pictures.length)).toEqual([1, ...shown.slice(1).map(() => 0)]);
    const read = shown.map(({ text }) => text.replaceAll('\n\n', ' ')).join(' ');
    expect(read).toContain(plain(document.headline));
    expect(read).toContain(RISK);
    const { deps } = harness.set('takes');
    const message = { providerMessageId: idOf(outcome), address: ACCOUNT };
    expect(await xChannel.readBack?.(message, deps)).toEqual({ found: 'there', text: wholeText(prepared) });
    // Half a thread isn't what was sent, and isn't gone.
    const [last] = shown.toReversed();
    if (last) await harness.room.forget(last);
    expect(await xChannel.readBack?.(message, deps)).toMatchObject({ found: 'there' });
  });

  test('is as short as it gets, and no longer than five posts', async () => {
    const part = (text: string): MessagePart => ({ kind: 'paragraph', text });
    expect(threadOf([part('x'.repeat(100)), part('y'.repeat(178)), part('z')])).toEqual([
      `${'x'.repeat(100)}\n\n${'y'.repeat(178)}`,
      'z',
    ]);
    const told = `${'x'.repeat(150)} am Montag (16. März 2020). Der ${'y'.repeat(150)} bei 2.386,13. Ende.`;
    expect(threadOf([part(told)])).toEqual([
      `${'x'.repeat(150)} am Montag (16. März 2020).`,
      `Der ${'y'.repeat(150)} bei 2.386,13. Ende.`,
    ]);
    const rows = Array.from({ length: 40 }, (_, n) => ({ label: `Level ${n}`, value: '1,234.56' }));
    const lines = threadOf([{ kind: 'figures', rows }]).flatMap((post) => post.split('\n'));
    expect(lines).toEqual(rows.map(({ label, value }) => `${label}: ${value}`));
    const summary = [Array.from({ length: 12 }, (_, n) => `${n} ${'y'.repeat(250)}`).join('\n\n')];
    const document = { ...fallDocument(), summary };
    // Of before there were layouts: it has everything.
    const long = await xChannel.render(laidOut(document, 'post'));
    expect(textsOfPrepared(long).length).toBeLessThanOrEqual(5);
    expect(wholeText(long)).toContain(`0 ${'y'.repeat(250)}`);
    expect(wholeText(long)).toContain(plain(document.disclaimers[0] ?? []));
  });

  test('a sentence that no post can hold isn’t cut: the pre-flight says so', async () => {
    const prepared = await render({ ...fallDocument(), disclaimers: [[`${'word '.repeat(70)}end.`]] });
    expect(wholeText(prepared)).toContain('word '.repeat(70));
    expect(preflight(prepared, xChannel.limits).fits).toBe(false);
  });

  test('goes on under the last post of the first message', async () => {
    const first = await send(thread('One', 'Two'));
    const replyTo = { providerMessageId: idOf(first), address: ACCOUNT };
    await send(textOnly('Update'), {}, { replyTo });
    const [, two, update] = await posts();
    expect(update?.under).toBe(two?.id);
  });

  test('a link is a post of its own, and only where it is wanted', async () => {
    const prepared = { ...textOnly('Text'), buttons: [{ label: 'Trade', url: 'https://harbor.example/t' }] };
    await send(prepared);
    expect((await posts()).map(({ text }) => text)).toEqual(['Text']);
    const { deps } = harness.set('takes');
    const settings = { ...deps.connection?.settings, links: 'reply' };
    await xChannel.send(prepared, to(), harness.depsOf({ settings }));
    expect((await posts()).map(({ text }) => text)).toEqual([
      'Text',
      'Text',
      'Trade: https://harbor.example/t',
    ]);
  });
});

describe('a thread of which a later post fails', () => {
  const prepared = thread('One', 'Two', 'Three');
  const away: Answer = { kind: 'not_sent', reason: 'no route' };

  test('is tried again at once where the provider wasn’t there for a moment', async () => {
    const call = calling((_request, n) => (n === 2 ? away : null));
    expect((await send(prepared, { call })).outcome).toBe('sent');
    expect(await posts()).toHaveLength(3);
  });

  test('is removed as a whole, and may be sent again', async () => {
    const call = calling((_request, n) => (n >= 3 ? away : null));
    const outcome = await send(prepared, { call });
    expect(outcome).toMatchObject({
      outcome: 'retry',
      waitsForServer: true,
      reason: expect.stringMatching(/^Post 3 of 3: .*no route The posts before it were removed again\.$/),
    });
    expect(await posts()).toEqual([]);
  });

  test('over a limit holds the account, with nothing left behind', async () => {
    const limited = answered(
      429,
      { title: 'Too Many Requests' },
      { 'x-rate-limit-reset': `${NOW / 1_000 + 60}` },
    );
    let asked = 0;
    const call = calling((_request, n) => {
      if (n < 2) return null;
      asked += 1;
      return limited;
    });
    expect(await send(prepared, { call })).toMatchObject({
      outcome: 'retry',
      holdsAccount: true,
      at: NOW + 60_000,
    });
    expect(asked).toBe(1);
    expect(await posts()).toEqual([]);
  });

  test('for good is rejected, with nothing left behind', async () => {
    const duplicate = answered(403, {
      detail: 'You are not allowed to create a Tweet with duplicate content.',
    });
    const call = calling((_request, n) => (n === 2 ? duplicate : null));
    expect(await send(prepared, { call })).toMatchObject({ outcome: 'rejected' });
    expect(await posts()).toEqual([]);
  });

  test('and can’t be removed is in doubt, and says where it is', async () => {
    const call = calling(({ method }, n) => (n >= 2 || method === 'DELETE' ? away : null));
    const outcome = await send(prepared, { call });
    const [one] = await posts();
    expect(outcome).toEqual({
      outcome: 'unknown',
      reason: expect.stringMatching(new RegExp(`incomplete: https://x.com/i/status/${one?.id}$`)),
    });
  });

  test('without an answer is in doubt, and nothing is removed: it may be whole', async () => {
    const call = calling((_request, n) => (n === 2 ? { kind: 'unknown', reason: 'hung up' } : null));
    const outcome = await send(prepared, { call });
    const [one] = await posts();
    expect(outcome).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringMatching(`https://x.com/i/status/${one?.id}`),
    });
    expect(await posts()).toHaveLength(1);
  });
});

describe('a picture', () => {
  test('that is gone or refused doesn’t hold up the alert', async () => {
    for (const hash of [ODD, 'c'.repeat(64)])
      expect((await send(await render(withPicture(hash)))).outcome).toBe('sent');
    expect((await posts()).flatMap(({ pictures }) => pictures)).toEqual([]);
  });

  test('that the post itself is refused for is left out', async () => {
    const call = calling(({ body }, n) =>
      n > 0 && String(body).includes('media_ids')
        ? answered(400, { errors: [{ message: 'Your media IDs are invalid.' }], title: 'Invalid Request' })
        : null,
    );
    expect((await send(await render(withPicture(GOOD)), { call })).outcome).toBe('sent');
    expect(await posts()).toMatchObject([{ pictures: [] }]);
  });

  test('goes out without its description where X doesn’t take that', async () => {
    const call = calling(({ url }) => (url.endsWith('/media/metadata') ? answered(503, {}) : null));
    expect((await send(await render(withPicture(GOOD)), { call })).outcome).toBe('sent');
    expect(await posts()).toMatchObject([{ pictures: [{ alt: '' }] }]);
  });

  test('that couldn’t be uploaded now makes the alert wait', async () => {
    const call = calling(({ url }) =>
      url.endsWith('/media/upload') ? { kind: 'unknown', reason: 'hung up' } : null,
    );
    expect((await send(await render(withPicture(GOOD)), { call })).outcome).toBe('retry');
    expect(await posts()).toEqual([]);
  });
});

test('reads back addresses and pictures as they were written', async () => {
  const text = 'Now: https://harbor.example/a?b=1&c=2 & more';
  const media = (await render(withPicture(GOOD))).media;
  const outcome = await send({ ...textOnly(text), media });
  const { deps } = harness.set('takes');
  const message = { providerMessageId: idOf(outcome), address: ACCOUNT };
  expect(await xChannel.readBack?.(message, deps)).toEqual({ found: 'there', text });
  const hidden = calling(() =>
    answered(200, { errors: [{ type: 'https://api.twitter.com/2/problems/not-authorized-for-resource' }] }),
  );
  expect(await xChannel.readBack?.(message, { ...deps, call: hidden })).toMatchObject({ found: 'unknown' });
});

const connectionOf = (deps: SendDeps): OpenConnection =>
  deps.connection ?? { id: 'c', settings: {}, secrets: {} };

describe('tokens', () => {
  test('a refresh token serves once, and the next one comes with the answer', async () => {
    const { deps } = harness.set('takes');
    const connection = connectionOf(deps);
    const refresh = (secrets: Record<string, string>) =>
      xChannel.tokens?.refresh({ ...connection, secrets: { ...connection.secrets, ...secrets } }, deps);
    const first = await refresh({});
    if (!first || !('secrets' in first)) throw new Error('It was refused.');
    const second = await refresh(first.secrets);
    expect(second).toMatchObject({ endsAt: NOW + 7_200_000 });
    expect(await refresh(first.secrets)).toMatchObject({
      isFinal: true,
      problem: 'X answered: Value passed for the token was invalid.',
    });
  });

  test('a confidential client says who it is', async () => {
    const { deps } = harness.set('takes');
    const connection = connectionOf(deps);
    let header: string | undefined;
    const call: SendDeps['call'] = async ({ headers }) => {
      header = headers?.['authorization'];
      return answered(200, { access_token: 'a', expires_in: 7_200 });
    };
    await xChannel.tokens?.refresh(connection, { ...deps, call });
    expect(header).toBeUndefined();
    const secrets = { ...connection.secrets, clientSecret: 's+1' };
    await xChannel.tokens?.refresh({ ...connection, secrets }, { ...deps, call });
    expect(Buffer.from(header?.replace('Basic ', '') ?? '', 'base64').toString()).toBe(
      'PracticeClientForYourOwn:s%2B1',
    );
  });
});

const CANARY = 'CanaryCanaryCanaryCanary';
test('a revoked token breaks the account, and no outcome repeats a secret', async () => {
  const { deps } = harness.set('takes');
  const secrets = { accessToken: CANARY, refreshToken: `${CANARY}2`, clientSecret: `${CANARY}3` };
  const revoked = harness.depsOf({ secrets });
  const prepared = await render(withPicture(GOOD));
  const outcome = await xChannel.send(prepared, to(), revoked);
  expect(outcome).toMatchObject({
    outcome: 'retry',
    waitsForServer: true,
    reason: expect.stringMatching(/Reconnect:/),
  });
  const check = await xChannel.check(connectionOf(revoked), revoked);
  expect(check).toMatchObject({ ok: false, problem: expect.stringMatching(/Reconnect:/) });
  const call: SendDeps['call'] = async ({ url, headers, body }) => ({
    kind: 'not_sent',
    reason: `no route to ${url} with ${JSON.stringify(headers)} ${String(body)}`,
  });
  const away = await xChannel.send(textOnly('Text'), to(), { ...revoked, call });
  const refresh = await xChannel.tokens?.refresh(connectionOf(revoked), { ...revoked, call });
  await xChannel.send(prepared, to(), deps);
  const all = JSON.stringify([outcome, check, away, refresh, prepared, await posts()]);
  expect(all).not.toContain(CANARY);
  expect(all).not.toContain(xPractice.account.fields['accessToken']);
});

test('the tokens of another account aren’t accepted', async () => {
  const other = harness.depsOf({ settings: { handle: '@harbor' } });
  expect(await xChannel.check(connectionOf(other), other)).toMatchObject({
    ok: false,
    problem: expect.stringMatching(/tokens of @practice_desk/),
  });
});

const read = (status: number, json: object, headers: Record<string, string> = {}) => ({
  kind: 'answered' as const,
  status,
  headers,
  retryAfterMs: null,
  text: JSON.stringify(json),
  json,
});
test.each([
  [401, { title: 'Unauthorized' }, { verdict: 'broken', says: expect.stringMatching(/Reconnect:/) }],
  [402, { title: 'CreditsDepleted' }, { verdict: 'broken', says: expect.stringMatching(/credits/) }],
  [403, { detail: 'You are not allowed to create a Tweet with duplicate content.' }, { verdict: 'refused' }],
  [403, { detail: 'Reply to this conversation is not allowed because …' }, { verdict: 'refused' }],
  [403, { detail: 'Your account is suspended and is not permitted' }, { verdict: 'broken' }],
  [403, { detail: 'You are not permitted to perform this action.' }, { verdict: 'broken' }],
  [403, { detail: 'Something about this text' }, { verdict: 'refused' }],
  [201, { data: { id: '7' } }, { verdict: 'sent', id: '7' }],
])('%d %j', (status, json, verdict) => expect(verdictOf(read(status, json), NOW)).toMatchObject(verdict));
test.each([
  [{ 'x-rate-limit-reset': `${NOW / 1_000 + 90}` }, 90_000],
  [
    {
      'x-rate-limit-reset': `${NOW / 1_000 + 90}`,
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': `${NOW / 1_000 + 7_200}`,
    },
    7_200_000,
  ],
  [
    {
      'x-rate-limit-reset': `${NOW / 1_000 + 90}`,
      'x-user-limit-24hour-remaining': '5',
      'x-user-limit-24hour-reset': `${NOW / 1_000 + 7_200}`,
    },
    90_000,
  ],
  [{ 'x-rate-limit-reset': `${NOW / 1_000 - 90}` }, 1_000],
  [{ 'x-rate-limit-reset': 'soon' }, null],
  [{}, null],
])('waits as the headers say: %j', (headers, ms) =>
  expect(waitOf(headers as Record<string, string>, NOW)).toBe(ms),
);

test('an answer that names no post may mean that it is there', () => {
  const { deps } = harness.set('takes');
  const outcome = outcomeOfAnswer(answered(201, { data: {} }), to(), deps, {
    provider: 'X',
    verdictOf: (each) => verdictOf(each, NOW),
  });
  expect(outcome.outcome).toBe('unknown');
});

test.each([
  ['@HarborDesk', '@harbordesk'],
  ['harbordesk', '@harbordesk'],
  ['https://x.com/HarborDesk?s=21', '@harbordesk'],
  ['https://twitter.com/HarborDesk/', '@harbordesk'],
  ['https://evil.example/HarborDesk', null],
  ['a handle that is much too long', null],
])('reads the account %s', (typed, account) => expect(xChannel.destination?.normalize(typed)).toBe(account));

test('draws a post with nothing of it as markup', () => {
  const drawn = xPractice.draw(
    {
      kind: 'x',
      id: '1',
      place: ACCOUNT,
      under: null,
      sentAt: NOW,
      editedAt: null,
      text: '<script>alert(1)</script>',
      pictures: [{ hash: GOOD, alt: '"><img src=x>' }],
      own: null,
    },
    (hash) => hash,
  );
  expect(drawn).toContain('&lt;script&gt;');
  expect(drawn).not.toMatch(/<script|<img src=x/);
});
