import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { plain } from '#src/shared/content/text.ts';
import type { OpenConnection, SendDeps, SendOutcome } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { outcomeOfAnswer } from '../http-outcome.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { facebookChannel } from './facebook.ts';
import { normalizePage } from './page.ts';
import { facebookPractice } from './practice.ts';
import { verdictOf, waitOf } from './verdict.ts';

const PAGE = '100200300400500';
const GOOD = 'a'.repeat(64);
const ODD = 'b'.repeat(64);
const PNG = Buffer.from('\u0089PNG\r\n\u001a\n picture', 'latin1');
const MAX = 63_206;

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  const pictures = { [GOOD]: PNG, [ODD]: Buffer.from('no picture at all') };
  harness = await practiceHarness(facebookChannel, { waitMs: 120_000, pictures });
});
afterAll(() => harness.stop());

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
const render = (document: AlertDocument): Promise<Prepared> =>
  facebookChannel.render(laidOut(document, 'message'));
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
  return facebookChannel.send(prepared, to(address), { ...deps, ...change });
}
const idOf = (outcome: SendOutcome): string => {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  return outcome.providerMessageId;
};
async function shown(outcome: SendOutcome) {
  const found = (await harness.room.messages('facebook')).find(({ id }) => id === idOf(outcome));
  if (!found) throw new Error('The page doesn’t show it.');
  return found;
}

test('posts text and picture, with every figure of the document and the alt text', async () => {
  const document = withPicture(GOOD, {
    callToAction: { label: ['Trade now'], url: 'https://harbor.example/trade?a=1&b=2' },
  });
  const prepared = await render(document);
  const message = await shown(await send(prepared));
  expect(message.text).toBe(prepared.text);
  expect(message.pictures).toEqual([{ hash: expect.any(String), alt: 'S&P 500, down 12%' }]);
  expect(message.text).toContain(plain(document.headline));
  for (const figure of plain(document.summary).match(/[\d.,]*\d/g) ?? ['none'])
    expect(message.text).toContain(figure);
  // The link is a line of its own, and what a regulator asks for is the end.
  expect(message.text).toContain('\n\nTrade now: https://harbor.example/trade?a=1&b=2\n\n');
  expect(message.text.endsWith(plain(document.disclaimers.at(-1) ?? []))).toBe(true);
});

test.each([
  ['emoji', '📉'],
  ['combining marks', 'é'],
  ['right-to-left text', 'שלום '],
  ['markup', '<b>*_`[x](y)&amp;@[1:2]'],
])('counts and carries %s as Facebook does', async (_name, piece) => {
  const whole = [...piece.repeat(MAX)].slice(0, MAX - 1).join('');
  const text = `${whole}x`;
  expect((await shown(await send(textOnly(text)))).text).toBe(text);
  expect(preflight(textOnly(text), facebookChannel.limits).fits).toBe(true);
  const longer = textOnly(`${text}x`);
  expect(preflight(longer, facebookChannel.limits).fits).toBe(false);
  expect(await send(longer)).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringMatching(/too long/),
  });
});

test('whole paragraphs go where there is no room', async () => {
  const summary = [`${'First. '.repeat(6_000)}\n\n${'Second. '.repeat(6_000)}`];
  const { text } = await render({ ...fallDocument(), summary });
  expect([...text].length).toBeLessThanOrEqual(MAX);
  expect(text).toContain('First. '.repeat(5_999));
  expect(text).not.toContain('Second.');
});

describe('a picture', () => {
  test('that is gone or refused doesn’t hold up the alert', async () => {
    for (const hash of [ODD, 'c'.repeat(64)])
      expect((await shown(await send(await render(withPicture(hash))))).pictures).toEqual([]);
  });

  test('that couldn’t be uploaded now makes the alert wait, until the last attempt', async () => {
    const { deps } = harness.set('takes');
    const call: SendDeps['call'] = (request) =>
      request.url.endsWith('/photos')
        ? Promise.resolve({ kind: 'unknown', reason: 'hung up' })
        : deps.call(request);
    const prepared = await render(withPicture(GOOD));
    const before = harness.arrived();
    const first = await facebookChannel.send(prepared, to(), { ...deps, call });
    expect(first).toMatchObject({ outcome: 'retry', reason: expect.stringMatching(/hung up/) });
    expect(harness.arrived()).toBe(before);
    const last = to(PAGE, facebookChannel.limits.attempts);
    const outcome = await facebookChannel.send(prepared, last, { ...deps, call });
    expect((await shown(outcome)).pictures).toEqual([]);
  });

  test('over a limit holds the account', async () => {
    const { deps } = harness.set('limits');
    const outcome = await facebookChannel.send(await render(withPicture(GOOD)), to(), deps);
    expect(outcome).toMatchObject({ outcome: 'retry', holdsAccount: true, at: NOW + 120_000 });
  });
});

test('edits the text and reads back what is there', async () => {
  const { deps } = harness.set('takes');
  const id = idOf(await send(await render(withPicture(GOOD))));
  const message = { providerMessageId: id, address: PAGE };
  const edited = await facebookChannel.edit?.(textOnly('Corrected'), message, to(), deps);
  expect(edited).toEqual({ outcome: 'sent', providerMessageId: id });
  expect(await facebookChannel.readBack?.(message, deps)).toEqual({ found: 'there', text: 'Corrected' });
  const gone = { ...message, providerMessageId: `${PAGE}_1` };
  expect(await facebookChannel.edit?.(textOnly('Corrected'), gone, to(), deps)).toMatchObject({
    outcome: 'rejected',
  });
});

test('a post is gone only where the page itself doesn’t see it', async () => {
  const { deps } = harness.set('takes');
  const gone = { providerMessageId: `${PAGE}_1`, address: PAGE };
  expect(await facebookChannel.readBack?.(gone, deps)).toEqual({ found: 'gone' });
  // The token of another page gets the same answer to a post that it may not see.
  expect(await facebookChannel.readBack?.({ ...gone, address: '100200300400501' }, deps)).toMatchObject({
    found: 'unknown',
  });
});

const CANARY = 'EAACanaryCanaryCanaryCanary';
const connectionOf = (deps: SendDeps): OpenConnection =>
  deps.connection ?? { id: 'c', settings: {}, secrets: {} };

test('a revoked token breaks the account, and no outcome repeats a token', async () => {
  const revoked = harness.depsOf({ secrets: { token: CANARY } });
  const prepared = await render(withPicture(GOOD));
  const outcome = await facebookChannel.send(prepared, to(), revoked);
  expect(outcome).toMatchObject({
    outcome: 'retry',
    waitsForServer: true,
    reason: expect.stringMatching(/Reconnect:/),
  });
  const check = await facebookChannel.check(connectionOf(revoked), revoked);
  expect(check).toMatchObject({ ok: false, problem: expect.stringMatching(/Reconnect:/) });
  const call: SendDeps['call'] = async ({ url, headers }) => ({
    kind: 'not_sent',
    reason: `no route to ${url} with ${JSON.stringify(headers)}`,
  });
  const away = await facebookChannel.send(prepared, to(), { ...revoked, call });
  const everything = JSON.stringify([
    outcome,
    check,
    away,
    prepared,
    await harness.room.messages('facebook'),
  ]);
  expect(everything).not.toContain(CANARY);
  expect(everything).not.toContain(facebookPractice.account.fields['token']);
});

describe('check', () => {
  const answering =
    (answers: Readonly<Record<string, object>>): SendDeps['call'] =>
    async ({ url }) => ({
      kind: 'answered',
      status: 200,
      headers: {},
      retryAfterMs: null,
      body: Buffer.from(JSON.stringify(answers[new URL(url).pathname.replace(/^\/v[\d.]+\//, '')] ?? {})),
    });
  const checked = (answers: Readonly<Record<string, object>>) => {
    const { deps } = harness.set('takes');
    return facebookChannel.check(connectionOf(deps), { ...deps, call: answering(answers) });
  };
  const me = { id: PAGE, name: 'Harbor' };

  test('names whose token it is where it isn’t the page’s', async () =>
    expect(await checked({ me: { id: '7', name: 'Ada' } })).toMatchObject({
      problem: expect.stringMatching(/Ada \(7\)/),
    }));
  test('a token that ends within a day isn’t accepted', async () =>
    expect(await checked({ me, debug_token: { data: { expires_at: NOW / 1_000 + 7_200 } } })).toMatchObject({
      problem: expect.stringMatching(/expires in 2 hours/),
    }));
  test('a token without the permission isn’t accepted', async () =>
    expect(
      await checked({ me, debug_token: { data: { expires_at: 0, scopes: ['pages_show_list'] } } }),
    ).toMatchObject({ problem: expect.stringMatching(/pages_manage_posts/) }));
  test('where Meta doesn’t say more, what works is believed', async () =>
    expect(await checked({ me, debug_token: { error: { message: 'No', code: 100 } } })).toEqual({
      ok: true,
    }));
});

test('knows when a token ends, and that only a person can replace it', async () => {
  const { deps } = harness.set('takes');
  const endsAt = NOW + 50 * 86_400_000;
  const call: SendDeps['call'] = async () => ({
    kind: 'answered',
    status: 200,
    headers: {},
    retryAfterMs: null,
    body: Buffer.from(JSON.stringify({ data: { expires_at: endsAt / 1_000 } })),
  });
  const { tokens } = facebookChannel;
  expect(await tokens?.endsAt(connectionOf(deps), { ...deps, call })).toBe(endsAt);
  expect(await tokens?.refresh(connectionOf(deps), { ...deps, call })).toMatchObject({ isFinal: true });
  // A system user's never ends.
  expect(await tokens?.endsAt(connectionOf(deps), deps)).toBeNull();
});

const answer = (status: number, json: object, headers: Record<string, string> = {}) => ({
  kind: 'answered' as const,
  status,
  headers,
  retryAfterMs: null,
  text: JSON.stringify(json),
  json,
});
const error = (code: number, more: object = {}) => ({ error: { message: `(#${code}) No`, code, ...more } });
test.each([
  [400, error(190, { error_subcode: 460 }), { verdict: 'broken', says: expect.stringMatching(/Reconnect:/) }],
  [403, error(200), { verdict: 'broken', says: expect.stringMatching(/pages_manage_posts/) }],
  [403, error(10), { verdict: 'broken', says: expect.stringMatching(/pages_manage_posts/) }],
  [400, error(80001), { verdict: 'pause', ms: null }],
  [403, error(32), { verdict: 'pause' }],
  [403, error(4), { verdict: 'pause' }],
  [400, error(17), { verdict: 'pause' }],
  [400, error(506), { verdict: 'refused', says: expect.stringMatching(/same text/) }],
  [400, error(368), { verdict: 'broken', says: expect.stringMatching(/blocks this page/) }],
  [500, error(1), { verdict: 'later' }],
  [400, error(2), { verdict: 'later' }],
  [400, error(100, { is_transient: true }), { verdict: 'later' }],
  [400, error(100, { error_subcode: 33 }), { verdict: 'refused', gone: true }],
  [400, error(100, { error_user_msg: 'Für Menschen' }), { verdict: 'refused', says: 'Für Menschen' }],
  [200, { id: `${PAGE}_1` }, { verdict: 'sent', id: `${PAGE}_1` }],
])('%d %j', (status, json, verdict) => expect(verdictOf(answer(status, json))).toMatchObject(verdict));

test.each([
  ['{"1":[{"type":"pages","estimated_time_to_regain_access":5}]}', 300_000],
  ['{"1":[{"estimated_time_to_regain_access":0}],"2":[{"estimated_time_to_regain_access":7}]}', 420_000],
  ['{"1":[{"estimated_time_to_regain_access":9999999}]}', 86_400_000],
  ['{"1":[{"estimated_time_to_regain_access":0}]}', null],
  ['no JSON', null],
  [undefined, null],
])('waits as the header says: %s', (header, ms) => expect(waitOf(header)).toBe(ms));

test('an answer that names no post may mean that it is there', () => {
  const { deps } = harness.set('takes');
  const body = Buffer.from('{"success":true}');
  const outcome = outcomeOfAnswer(
    { kind: 'answered', status: 200, headers: {}, retryAfterMs: null, body },
    to(),
    deps,
    { provider: 'Facebook', verdictOf },
  );
  expect(outcome.outcome).toBe('unknown');
});

test.each([
  ['102938475610293', '102938475610293'],
  [' https://www.facebook.com/profile.php?id=102938475610293&ref=x ', '102938475610293'],
  ['facebook.com/pages/Harbor-Desk/102938475610293', '102938475610293'],
  ['https://m.facebook.com/people/Harbor/102938475610293/', '102938475610293'],
  ['https://www.facebook.com/Harbor-Desk-102938475610293', '102938475610293'],
  ['https://www.facebook.com/HarborDesk', null],
  ['https://evil.example/102938475610293', null],
  ['1234', null],
])('reads the page %s', (typed, page) => expect(normalizePage(typed)).toBe(page));

test('draws a post with nothing of it as markup', () => {
  const drawn = facebookPractice.draw(
    {
      kind: 'facebook',
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
