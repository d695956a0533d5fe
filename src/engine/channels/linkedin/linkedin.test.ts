import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { Answer } from '#src/platform/net/call.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import type { OpenConnection, SendDeps, SendOutcome } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { outcomeOfAnswer } from '../http-outcome.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { normalizeAuthor } from './author.ts';
import { linkedinChannel } from './linkedin.ts';
import { escapeLittle, unescapeLittle } from './little.ts';
import { linkedinPractice } from './practice.ts';
import { verdictOf } from './verdict.ts';

const PAGE = 'urn:li:organization:100200300';
const GOOD = 'a'.repeat(64);
const ODD = 'b'.repeat(64);
const PNG = Buffer.from('\u0089PNG\r\n\u001a\n picture', 'latin1');
const MAX = 3_000;
const RESERVED = String.raw`\ | { } @ [ ] ( ) < > # * _ ~`;

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  const pictures = { [GOOD]: PNG, [ODD]: Buffer.from('no picture at all') };
  harness = await practiceHarness(linkedinChannel, { waitMs: 1, pictures });
});
afterAll(() => harness.stop());

const withPicture = (hash: string, change: Partial<AlertDocument> = {}): AlertDocument => ({
  ...fallDocument(),
  pictures: [
    {
      format: 'wide',
      width: 1200,
      height: 675,
      description: ['S&P 500 (^GSPC), down 12%'],
      picture: { hash, type: 'image/png', width: 1200, height: 675 },
      problem: null,
    },
  ],
  ...change,
});
const render = (document: AlertDocument): Promise<Prepared> =>
  linkedinChannel.render(laidOut(document, 'message'));
const textOnly = (text: string): Prepared => ({ title: null, text, html: null, media: [] });

let sent = 0;
const to = (address = PAGE, attempt = 1) => ({
  deliveryId: `d-${(sent += 1)}`,
  attempt,
  target: 'destination' as const,
  address,
});
function send(prepared: Prepared, change: Partial<SendDeps> = {}, address?: string) {
  const { deps } = harness.set('takes');
  return linkedinChannel.send(prepared, to(address), { ...deps, ...change });
}
const idOf = (outcome: SendOutcome): string => {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerMessageId;
};
async function shown(outcome: SendOutcome) {
  const found = (await harness.room.messages('linkedin')).find(({ id }) => id === idOf(outcome));
  if (!found) throw new Error('The page doesn’t show it.');
  return found;
}

test('posts text and picture, with every figure of the document and the alt text', async () => {
  const document = withPicture(GOOD, {
    callToAction: { label: ['Trade now'], url: 'https://harbor.example/trade_now?a=1#b' },
  });
  const prepared = await render(document);
  const message = await shown(await send(prepared));
  expect(message.text).toBe(prepared.text);
  expect(message.pictures).toEqual([{ hash: expect.any(String), alt: 'S&P 500 (^GSPC), down 12%' }]);
  expect(message.text).toContain(plain(document.headline));
  for (const figure of plain(document.summary).match(/[\d.,]*\d/g) ?? ['none'])
    expect(message.text).toContain(figure);
  expect(message.text).toContain('\n\nTrade now: https://harbor.example/trade_now?a=1#b\n\n');
});

test('every reserved character arrives as it is, there and back', async () => {
  const text = `S&P 500 (^GSPC) ${RESERVED} #tag @[Ada](urn:li:person:1) {hashtag|\\#|x} end`;
  expect(escapeLittle(RESERVED)).toBe(RESERVED.replaceAll(/\S/g, String.raw`\$&`));
  expect(unescapeLittle(escapeLittle(text))).toBe(text);
  const outcome = await send(textOnly(text));
  expect((await shown(outcome)).text).toBe(text);
  const { deps } = harness.set('takes');
  const message = { providerMessageId: idOf(outcome), address: PAGE };
  expect(await linkedinChannel.readBack?.(message, deps)).toEqual({ found: 'there', text });
});

test.each([
  ['emoji', '📉'],
  ['combining marks', 'é'],
  ['right-to-left text', 'שלום '],
  ['reserved characters', RESERVED],
])('counts and carries %s as LinkedIn does', async (_name, piece) => {
  const body = piece.repeat(MAX).slice(0, MAX - 1);
  // Half a pair of surrogates is no character.
  const whole = body.replace(/[\ud800-\udbff]$/, '');
  const text = `${whole}${'x'.repeat(MAX - whole.length)}`;
  expect((await shown(await send(textOnly(text)))).text).toBe(text);
  expect(preflight(textOnly(text), linkedinChannel.limits).fits).toBe(true);
  const longer = textOnly(`${text}x`);
  expect(preflight(longer, linkedinChannel.limits).fits).toBe(false);
  expect(await send(longer)).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringMatching(/exceeded the maximum/),
  });
});

test('whole paragraphs go where there is no room, also with what is escaped', async () => {
  const summary = [`${'(1) '.repeat(350)}\n\n${'Second. '.repeat(90)}`];
  const { text } = await render({ ...fallDocument(), summary });
  expect(escapeLittle(text).length).toBeLessThanOrEqual(MAX);
  expect(text).toContain('(1) '.repeat(349));
  expect(text).not.toContain('Second.');
});

describe('a picture', () => {
  test('that is gone or refused doesn’t hold up the alert', async () => {
    for (const hash of [ODD, 'c'.repeat(64)])
      expect((await shown(await send(await render(withPicture(hash))))).pictures).toEqual([]);
  });

  test('is sent to LinkedIn alone, whatever address it is told', async () => {
    const { deps } = harness.set('takes');
    const called: string[] = [];
    const call: SendDeps['call'] = async (request) => {
      called.push(new URL(request.url).hostname);
      if (!request.url.includes('/rest/images')) return deps.call(request);
      const value = { uploadUrl: 'https://linkedin.com.evil.example/up', image: 'urn:li:image:1' };
      return {
        kind: 'answered',
        status: 200,
        headers: {},
        retryAfterMs: null,
        body: Buffer.from(JSON.stringify({ value })),
      };
    };
    const outcome = await send(await render(withPicture(GOOD)), { call });
    expect((await shown(outcome)).pictures).toEqual([]);
    expect(called).toEqual(['api.linkedin.com', 'api.linkedin.com']);
  });

  test.each(['/rest/images', '/dms-uploads/'])('makes the alert wait while %s hangs', async (path) => {
    const { deps } = harness.set('takes');
    const call: SendDeps['call'] = (request) =>
      request.url.includes(path)
        ? Promise.resolve({ kind: 'unknown', reason: 'hung up' })
        : deps.call(request);
    const prepared = await render(withPicture(GOOD));
    const before = (await harness.room.messages('linkedin')).length;
    expect(await linkedinChannel.send(prepared, to(), { ...deps, call })).toMatchObject({
      outcome: 'retry',
      reason: expect.stringMatching(/hung up/),
    });
    expect(await harness.room.messages('linkedin')).toHaveLength(before);
    const last = to(PAGE, linkedinChannel.limits.attempts);
    const outcome = await linkedinChannel.send(prepared, last, { ...deps, call });
    expect((await shown(outcome)).pictures).toEqual([]);
  });
});

test('edits the text of a post', async () => {
  const { deps } = harness.set('takes');
  const outcome = await send(await render(withPicture(GOOD)));
  const message = { providerMessageId: idOf(outcome), address: PAGE };
  expect(await linkedinChannel.edit?.(textOnly('Corrected (2)'), message, to(), deps)).toEqual({
    outcome: 'sent',
    providerMessageId: message.providerMessageId,
  });
  expect(await shown(outcome)).toMatchObject({ text: 'Corrected (2)', editedAt: NOW, pictures: [{}] });
  const gone = { ...message, providerMessageId: 'urn:li:share:1' };
  expect((await linkedinChannel.edit?.(textOnly('Corrected'), gone, to(), deps))?.outcome).toBe('rejected');
  expect(await linkedinChannel.readBack?.(gone, deps)).toEqual({ found: 'gone' });
});

const connectionOf = (deps: SendDeps): OpenConnection =>
  deps.connection ?? { id: 'c', settings: {}, secrets: {} };
const answered = (status: number, json: object, headers: Record<string, string> = {}): Answer => ({
  kind: 'answered',
  status,
  headers,
  retryAfterMs: null,
  body: Buffer.from(JSON.stringify(json)),
});

test('a token that may post and not read says so, and isn’t taken for a post that is gone', async () => {
  const { deps } = harness.set('takes');
  const call: SendDeps['call'] = async () => answered(403, { message: 'Not enough permissions' });
  const message = { providerMessageId: 'urn:li:share:1', address: PAGE };
  expect(await linkedinChannel.readBack?.(message, { ...deps, call })).toMatchObject({
    found: 'unknown',
    problem: expect.stringMatching(/r_organization_social/),
  });
});

test('a page that isn’t theirs is refused, and the account goes on', async () => {
  const outcome = await send(textOnly('Text'), {}, 'urn:li:organization:7');
  expect(outcome).toMatchObject({ outcome: 'rejected', reason: expect.stringMatching(/admin of this page/) });
});

test('an API version that has ended breaks the account and says what to do', async () => {
  const ended = harness.depsOf({ settings: { version: '202401' } });
  expect(await linkedinChannel.send(textOnly('Text'), to(), ended)).toMatchObject({
    outcome: 'retry',
    waitsForServer: true,
    reason: expect.stringMatching(/Enter a newer one/),
  });
});

const CANARY = 'AQXCanaryCanaryCanaryCanary';
test('a revoked token breaks the account, and no outcome repeats a secret', async () => {
  const revoked = harness.depsOf({
    secrets: { accessToken: CANARY, refreshToken: `${CANARY}2`, clientSecret: `${CANARY}3` },
  });
  const prepared = await render(withPicture(GOOD));
  const outcome = await linkedinChannel.send(prepared, to(), revoked);
  expect(outcome).toMatchObject({
    outcome: 'retry',
    waitsForServer: true,
    reason: expect.stringMatching(/Reconnect:/),
  });
  const check = await linkedinChannel.check(connectionOf(revoked), revoked);
  expect(check).toMatchObject({ ok: false, problem: expect.stringMatching(/Reconnect:/) });
  const call: SendDeps['call'] = async ({ url, headers, body }) => ({
    kind: 'not_sent',
    reason: `no route to ${url} with ${JSON.stringify(headers)} ${String(body)}`,
  });
  const away = await linkedinChannel.send(textOnly('Text'), to(), { ...revoked, call });
  const refresh = await linkedinChannel.tokens?.refresh(connectionOf(revoked), { ...revoked, call });
  const all = JSON.stringify([
    outcome,
    check,
    away,
    refresh,
    prepared,
    await harness.room.messages('linkedin'),
  ]);
  expect(all).not.toContain(CANARY);
  expect(all).not.toContain(linkedinPractice.account.fields['accessToken']);
});

describe('tokens', () => {
  const DAY = 86_400_000;
  const { tokens } = linkedinChannel;

  test('end when LinkedIn says, and after 60 days where nobody says', async () => {
    const { deps } = harness.set('takes');
    const connection = connectionOf(deps);
    const call: SendDeps['call'] = async () => answered(200, { active: true, expires_at: NOW / 1_000 + 99 });
    expect(await tokens?.endsAt(connection, { ...deps, call })).toBe(NOW + 99_000);
    expect(await tokens?.endsAt({ ...connection, settings: {} }, deps)).toBe(NOW + 60 * DAY);
  });

  test('without a refresh token only a person gets a new one', async () => {
    const { deps } = harness.set('takes');
    const { accessToken = '' } = connectionOf(deps).secrets;
    const connection = { ...connectionOf(deps), secrets: { accessToken } };
    expect(await tokens?.refresh(connection, deps)).toMatchObject({ isFinal: true });
  });

  test('a refresh token in its last week makes tokens that end with it: a person has to sign in', async () => {
    const { deps } = harness.set('takes');
    const given = { access_token: 'x'.repeat(30), expires_in: 5 * 86_400 };
    const refresh = (json: object) =>
      tokens?.refresh(connectionOf(deps), { ...deps, call: async () => answered(200, json) });
    expect(await refresh(given)).toMatchObject({
      isFinal: true,
      problem: expect.stringMatching(/sign in again/),
    });
    // One that isn't renewed is kept.
    expect(await refresh({ ...given, expires_in: 60 * 86_400 })).toEqual({
      secrets: { accessToken: given.access_token },
      endsAt: NOW + 60 * DAY,
    });
  });

  test('what LinkedIn may answer otherwise the next time isn’t final', async () => {
    const { deps } = harness.set('takes');
    const call: SendDeps['call'] = async () => ({ ...answered(429, {}), retryAfterMs: 9_000 }) as Answer;
    expect(await tokens?.refresh(connectionOf(deps), { ...deps, call })).toMatchObject({
      isFinal: false,
      retryAt: NOW + 9_000,
    });
  });

  test('one that may not post isn’t accepted', async () => {
    const { deps } = harness.set('takes');
    const call: SendDeps['call'] = async ({ url }) =>
      url.endsWith('introspectToken')
        ? answered(200, { active: true, scope: 'openid,profile' })
        : answered(403, {});
    expect(await linkedinChannel.check(connectionOf(deps), { ...deps, call })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/w_organization_social/),
    });
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
  [401, { code: 'EXPIRED_ACCESS_TOKEN', message: 'Expired' }, { verdict: 'broken' }],
  [403, { message: 'Not enough permissions to access: posts.CREATE' }, { verdict: 'broken' }],
  [403, { message: 'Unauthorized' }, { verdict: 'broken' }],
  [403, { message: 'Field Value validation failed: [/author]' }, { verdict: 'refused' }],
  [422, { message: 'Content is a duplicate of urn:li:share:7' }, { verdict: 'refused' }],
  [422, { errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST' }] } }, { verdict: 'refused' }],
  [426, { message: 'Requested version 202401 is not active' }, { verdict: 'broken' }],
  [429, { message: 'throttle MEMBER DAY limit is reached' }, { verdict: 'pause', ms: 75_355_000 }],
  [429, { message: 'Too many requests' }, { verdict: 'pause', ms: null }],
])('%d %j', (status, json, verdict) =>
  expect(verdictOf(read(status, json), NOW, () => null)).toMatchObject(verdict),
);

test('an answer that names no post may mean that it is there', () => {
  const { deps } = harness.set('takes');
  const outcome = outcomeOfAnswer(answered(201, {}), to(), deps, {
    provider: 'LinkedIn',
    verdictOf: (each) => verdictOf(each, NOW, ({ headers }) => headers['x-restli-id'] ?? null),
  });
  expect(outcome.outcome).toBe('unknown');
});

test.each([
  ['urn:li:organization:1234567', 'urn:li:organization:1234567'],
  ['1234567', 'urn:li:organization:1234567'],
  ['https://www.linkedin.com/company/1234567/admin/dashboard/', 'urn:li:organization:1234567'],
  ['urn:li:person:Ab_c-9', 'urn:li:person:Ab_c-9'],
  ['https://www.linkedin.com/company/harbor-vale/', null],
  ['https://evil.example/company/1234567', null],
  ['urn:li:share:1', null],
])('reads the author %s', (typed, author) => expect(normalizeAuthor(typed)).toBe(author));

test('draws a post with nothing of it as markup', () => {
  const drawn = linkedinPractice.draw(
    {
      kind: 'linkedin',
      id: '1',
      place: PAGE,
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
