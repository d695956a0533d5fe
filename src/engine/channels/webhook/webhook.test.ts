import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { fallDocument, fallInput } from '#src/engine/content/document.fixture.ts';
import { writeExternal } from '#src/engine/content/external-writer.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import { writeAlert } from '#src/engine/content/writer.ts';
import { firstDetection } from '#src/engine/detectors/bars.fixture.ts';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import type { Answer, Call } from '#src/platform/net/call.ts';
import { LANGUAGES } from '#src/shared/content/answer.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { plain } from '#src/shared/content/text.ts';
import type { OpenConnection, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { WEBHOOK_FIELDS } from './fields.ts';
import { webhookPractice } from './practice.ts';
import { webhookChannel } from './webhook.ts';

const SECRET = webhookPractice.account.fields['secret']!;
const BEFORE = 'whsec_cHJhY3RpY2UtZW5kcG9pbnQtYmVmb3JlLXJvdGF0aW8=';
const at = (path: string) => `https://endpoint.example/${path}`;

let harness: Awaited<ReturnType<typeof practiceHarness>>;
let sent = 0;
let newest = '';
beforeAll(async () => {
  harness = await practiceHarness(webhookChannel, { waitMs: 90_000, measures: false });
});
beforeEach(() => void harness.set('takes'));
afterAll(() => harness.stop());

const to = (change: Partial<SendTo> = {}): SendTo => {
  newest = `0199a3f0-0000-7000-8000-${String((sent += 1)).padStart(12, '0')}`;
  return {
    deliveryId: newest,
    attempt: 1,
    target: 'destination',
    address: 'endpoint',
    about: { id: '0199a3f0-0000-7000-8000-0000000000aa', url: 'https://site.example/dashboard/alerts/1' },
    ...change,
  };
};
const render = (document: AlertDocument) => webhookChannel.render(laidOut(document, 'page'));

type Settings = Record<string, string>;
const connectionTo = (settings: Settings, secrets: Settings = {}): Partial<OpenConnection> => ({
  settings,
  secrets: { secret: SECRET, url: at(settings['format'] ?? 'standard'), ...secrets },
});
async function send(
  document: AlertDocument,
  connection: Partial<OpenConnection> = {},
  change: Partial<SendTo> = {},
): Promise<SendOutcome> {
  return webhookChannel.send(await render(document), to(change), harness.depsOf(connection));
}
const received = async () => {
  const found = (await harness.room.messages('webhook')).find(({ id }) => id === newest);
  if (!found) throw new Error('It did not arrive.');
  return found.own as { body: string; verified: boolean; headers: [string, string][] };
};
/** The body that arrived, after it was taken. */
async function bodyOf(...sending: Parameters<typeof send>): Promise<string> {
  expect(await send(...sending)).toMatchObject({ outcome: 'sent' });
  return (await received()).body;
}
const reasonOf = (outcome: SendOutcome): string => ('reason' in outcome ? outcome.reason : '');

const fall = (change: Parameters<typeof fallInput>[0] = {}) =>
  fallDocument({
    symbol: 'BINANCE:BTCUSDT',
    currency: 'USDT',
    triggeredAt: Date.parse('2020-03-16T20:00:05Z'),
    ...change,
  });
const external = (from: 'news' | 'webhook') =>
  writeExternal({
    brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
    rule: 'Headlines',
    about: 'BINANCE:BTCUSDT',
    evidence: {
      said: { from, by: 'Wire', at: '2026-01-02T03:00:00.000Z', type: 'application/json', body: '{}' },
      facts:
        from === 'news'
          ? { title: 'Bitcoin “falls” <5%' }
          : { ticker: 'BTCUSDT', action: 'buy', close: '1,5' },
      other: {},
    },
  });

describe('the standard payload', () => {
  test('has the alert, its figures as decimals, and where to look it up', async () => {
    const document = fall();
    const body = JSON.parse(await bodyOf(document)) as Record<string, unknown>;
    expect(body).toMatchObject({
      type: 'alert.created',
      version: 1,
      id: newest,
      time: '2020-03-16T00:00:00.000Z',
      alert: {
        id: '0199a3f0-0000-7000-8000-0000000000aa',
        url: 'https://site.example/dashboard/alerts/1',
        brand: 'Harbor & Vale',
        language: 'en',
        direction: 'down',
        symbol: 'BINANCE:BTCUSDT',
        ticker: 'BTCUSDT',
        exchange: 'BINANCE',
        currency: 'USDT',
        timeframe: '1d',
        triggeredAt: '2020-03-16T20:00:05.000Z',
        headline: plain(document.headline),
        summary: plain(document.summary),
        bar: { open: '2508.59', high: '2562.98', low: '2380.94', close: '2386.129883', volume: '3000' },
        disclaimers: document.disclaimers.map(plain),
      },
    });
    expect(body['alert']).not.toHaveProperty('plots');
    expect((await received()).verified).toBe(true);
  });

  test.each(LANGUAGES)('states the figures of the alert in %s, as text and as decimals', async (language) => {
    const document = writeAlert(fallInput(), language);
    const { alert } = JSON.parse(await bodyOf(document)) as {
      alert: { language: string; figures: { text: string; value: string | null; unit: string | null }[] };
    };
    const rows = [document.figure!, ...document.table];
    expect(alert.language).toBe(language);
    expect(alert.figures.map(({ text }) => text)).toEqual(rows.map(({ value }) => plain(value)));
    expect(alert.figures[0]).toMatchObject({ value: '-11.98', unit: 'percent' });
    expect(alert.figures.map(({ value }) => value)).toContain('2386.13');
  });

  test.each(DETECTORS)('is taken for an alert of $name', async ({ name }) => {
    const { detector, value, evidence, time } = firstDetection(name);
    const input = fallInput({ timeZone: 'UTC', detector, value, evidence, eventTime: time });
    const { alert } = JSON.parse(await bodyOf(writeAlert(input))) as { alert: { bar: { close: string } } };
    expect(Number(alert.bar.close)).toBe(Number(evidence.bars.at(-1)?.close));
  });

  test.each(['news', 'webhook'] as const)('tells of %s without a figure of ours', async (from) => {
    const document = external(from);
    const { time, alert } = JSON.parse(await bodyOf(document)) as {
      time: string;
      alert: { bar: unknown; direction: unknown; headline: string; figures: { value: string | null }[] };
    };
    expect(time).toBe('2026-01-02T03:00:00.000Z');
    expect(alert).toMatchObject({ bar: null, direction: null, headline: plain(document.headline) });
    expect(alert.figures.every(({ value }) => value === null)).toBe(true);
  });

  test('of a digest lists its alerts', async () => {
    const { headline, figure, dateline } = fallDocument();
    const id = '0199a3f0-0000-7000-8000-0000000000bb';
    const block = {
      kind: 'alert',
      id,
      direction: 'down',
      headline,
      figure: figure!.value,
      dateline,
    } as const;
    const { data: _, ...document } = { ...fallDocument(), blocks: [block], chart: null };
    const body = JSON.parse(await bodyOf(document, {}, { purpose: 'digest', about: { id, url: null } }));
    expect(body).toMatchObject({
      type: 'digest.created',
      time: null,
      alert: {
        id,
        url: null,
        alerts: [{ id, direction: 'down', headline: plain(headline), figure: '-11.98%' }],
      },
    });
  });

  test.each([
    ['update', 'alert.updated'],
    ['correction', 'alert.corrected'],
  ] as const)('of an %s is %s', async (purpose, type) => {
    expect(JSON.parse(await bodyOf(fall(), {}, { purpose }))).toMatchObject({ type });
  });
});

describe('a signal', () => {
  const strategy = { format: 'strategy', up: 'buy', down: 'sell' };

  test('for a strategy has ticker, action and the close as the source wrote it', async () => {
    expect(JSON.parse(await bodyOf(fall(), connectionTo(strategy)))).toEqual({
      ticker: 'BTCUSDT',
      action: 'sell',
      price: '2386.129883',
      time: '2020-03-16T20:00:05Z',
      interval: '1d',
    });
    const renamed = { ...strategy, symbols: 'BINANCE:BTCUSDT = BTCUSD' };
    expect(JSON.parse(await bodyOf(fall(), connectionTo(renamed)))).toMatchObject({ ticker: 'BTCUSD' });
  });

  const bot = { format: 'bot', botId: '1234567', botUp: 'start', botDown: 'start' };
  const token = { emailToken: 'practice-email-token' };
  test('for a bot starts a deal or closes it, with the bot’s token put in as it goes out', async () => {
    const start = {
      message_type: 'bot',
      bot_id: 1234567,
      email_token: '••••••',
      delay_seconds: 0,
      pair: 'USDT_BTC',
    };
    expect(JSON.parse(await bodyOf(fall(), connectionTo(bot, token)))).toEqual(start);
    const close = { ...bot, botDown: 'close', delaySeconds: '30', symbols: 'BTCUSDT=USDT_XBT' };
    expect(JSON.parse(await bodyOf(fall(), connectionTo(close, token)))).toEqual({
      ...start,
      action: 'close_at_market_price',
      delay_seconds: 30,
      pair: 'USDT_XBT',
    });
  });

  test('for a bot needs a pair: nothing is guessed', async () => {
    for (const currency of ['EUR', 'BTCUSDT', ''])
      expect(reasonOf(await send(fall({ currency }), connectionTo(bot, token)))).toBe(
        'Not sent. The pair of BINANCE:BTCUSDT isn’t known. Enter it under “Symbols over there”.',
      );
  });

  const bridge = { format: 'metatrader', up: 'buy', down: 'sell', parameters: 'risk=1,sl=50' };
  const license = { license: '60100000001' };
  test('for a bridge is one line', async () => {
    expect(await bodyOf(fall(), connectionTo(bridge, license))).toBe('••••••,sell,BTCUSDT,risk=1,sl=50');
    expect((await received()).headers).toContainEqual(['content-type', 'text/plain; charset=utf-8']);
    const { parameters: _, ...short } = bridge;
    expect(await bodyOf(fall({ symbol: 'EURUSD' }), connectionTo(short, license))).toBe('••••••,sell,EURUSD');
    expect(reasonOf(await send(fall({ symbol: 'ES 1,2' }), connectionTo(bridge, license)))).toContain(
      'A bridge can’t read the symbol ES 1,2.',
    );
  });

  const custom = {
    format: 'custom',
    down: 'sell',
    body: '{"key": "{{token}}", "do": "{{action}}", "s": "{{ticker}}", "p": {{close}}, "v": {{volume}}, "t": "{{time}}", "n": {{plot_0}}}',
  };
  test('of one’s own has what its template asks for', async () => {
    const body = await bodyOf(fall(), connectionTo(custom, { token: 'practice-passphrase' }));
    expect(JSON.parse(body)).toEqual({
      key: '••••••',
      do: 'sell',
      s: 'BTCUSDT',
      p: 2386.129883,
      v: 3000,
      t: '2020-03-16T00:00:00Z',
      n: 2711.02,
    });
  });

  test('of one’s own is not sent without a value', async () => {
    const asks = (body: string) => connectionTo({ ...custom, body }, {});
    expect(reasonOf(await send(external('news'), asks('{"p": {{close}}}')))).toBe(
      'Not sent. The alert has no value for {{close}}.',
    );
    expect(reasonOf(await send(external('news'), asks('{{action}}')))).toContain('has no direction');
  });

  test.each([
    ['strategy', { format: 'strategy' }],
    ['strategy, chosen for the other way only', { format: 'strategy', up: 'buy' }],
    ['strategy, chosen as nothing', { format: 'strategy', down: 'none' }],
    ['bot', { format: 'bot', botId: '1' }],
    ['bot, with the actions of another payload', { format: 'bot', botId: '1', down: 'sell' }],
    ['metatrader', { format: 'metatrader' }],
    ['custom', { format: 'custom', body: '{{action}} {{ticker}}' }],
  ] as [string, Settings][])('has no action that nobody chose: %s', async (_name, settings) => {
    const before = harness.arrived();
    expect(await send(fall(), connectionTo(settings, { ...token, ...license }))).toEqual({
      outcome: 'rejected',
      reason: 'Not sent. No action is chosen for an alert that goes down.',
    });
    expect(harness.arrived()).toBe(before);
  });

  test.each([strategy, { ...bot }, bridge, custom])(
    'is never repeated by an update: $format',
    async (settings) => {
      for (const purpose of ['update', 'correction', 'digest'] as const) {
        const outcome = await send(fall(), connectionTo(settings, { ...token, ...license }), { purpose });
        expect(reasonOf(outcome)).toContain('Only the alert itself is a signal.');
      }
    },
  );

  test.each([strategy, bot, bridge])('is never made of news: $format', async (settings) => {
    const outcome = await send(external('webhook'), connectionTo(settings, { ...token, ...license }));
    expect(reasonOf(outcome)).toBe('Not sent. The alert has no direction, so there is no action for it.');
  });
});

test('another attempt is the same request with another time; other words are another', async () => {
  const calls: Call[] = [];
  const deps = (ms: number): SendDeps => ({
    ...harness.depsOf(),
    now: () => NOW + ms,
    call: async (call) => {
      calls.push(call);
      return { kind: 'unknown', reason: 'socket hang up' };
    },
  });
  const prepared = await render(fall());
  const first = to();
  await webhookChannel.send(prepared, first, deps(0));
  await webhookChannel.send(prepared, { ...first, attempt: 2 }, deps(300_000));
  const edited = await render({ ...fall(), headline: [{ author: 'Edited' }] });
  await webhookChannel.send(edited, to(), deps(0));
  const [one, two, three] = calls.map(({ headers, body }): Record<string, unknown> => ({ ...headers, body }));
  const { 'webhook-timestamp': time, 'webhook-signature': signature, ...same } = one!;
  expect(two).toMatchObject(same);
  expect(Number(two!['webhook-timestamp']) - Number(time)).toBe(300);
  expect(two!['webhook-signature']).not.toBe(signature);
  expect(three!.body).not.toBe(one!.body);
  expect(three!['webhook-id']).not.toBe(one!['webhook-id']);
});

test('both secrets sign while one is rotated, and the receiver takes either', async () => {
  const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const secrets = { secret: other, secretBefore: BEFORE };
  await bodyOf(fall(), connectionTo({ format: 'standard' }, secrets));
  const [, signatures] = (await received()).headers.find(([name]) => name === 'webhook-signature')!;
  expect(signatures.split(' ')).toHaveLength(2);
  const alone = await send(fall(), connectionTo({ format: 'standard' }, { secret: other }));
  expect(alone).toMatchObject({ outcome: 'retry', waitsForServer: true });
  expect(reasonOf(alone)).toContain('The endpoint answered: 401');
});

/** An endpoint that gives one answer. */
const answering = (answer: Partial<Extract<Answer, { kind: 'answered' }>> | Answer): SendDeps => ({
  ...harness.depsOf(),
  call: async () => ({
    kind: 'answered',
    status: 200,
    headers: {},
    body: Buffer.alloc(0),
    retryAfterMs: null,
    ...answer,
  }),
});
const outcomeOf = async (answer: Parameters<typeof answering>[0], change: Partial<SendTo> = {}) =>
  webhookChannel.send(await render(fall()), to(change), answering(answer));

test.each([200, 201, 204, 299])('%i is success, whatever the body', async (status) => {
  const body = Buffer.from('{"error": "no"}');
  expect(await outcomeOf({ status, body })).toEqual({ outcome: 'sent', providerMessageId: newest });
});

test.each([
  [301, { outcome: 'rejected', reason: expect.stringContaining('It redirects') }],
  [307, { outcome: 'rejected' }],
  [400, { outcome: 'retry' }],
  [401, { outcome: 'retry', waitsForServer: true }],
  [404, { outcome: 'retry', waitsForServer: true }],
  [408, { outcome: 'retry' }],
  [410, { outcome: 'rejected', closesAccount: true }],
  [413, { outcome: 'retry' }],
  [429, { outcome: 'retry', holdsAccount: true }],
  [500, { outcome: 'retry' }],
  [502, { outcome: 'retry' }],
])('%i', async (status, expected) => {
  const outcome = await outcomeOf({ status, body: Buffer.from('Oops') });
  expect(outcome).toMatchObject(expected);
  expect(reasonOf(outcome)).toContain(`The endpoint answered: ${status}`);
});

test.each([400, 413, 500, 502])('%i is of this message, and says nothing of the endpoint', async (status) => {
  expect(await outcomeOf({ status })).not.toHaveProperty('waitsForServer');
});

test('tries again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, and then no more', async () => {
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    const outcome = await webhookChannel.send(await render(fall()), to({ attempt }), {
      ...answering({ status: 500 }),
      random: () => 0,
    });
    waits.push(outcome.outcome === 'retry' ? (outcome.at - NOW) / 1_000 : Number.NaN);
  }
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 36_000]);
  expect(await outcomeOf({ status: 500 }, { attempt: 8 })).toMatchObject({
    outcome: 'rejected',
    reason: 'Given up after 8 attempts. The endpoint answered: 500',
  });
});

describe('what only the owner may know', () => {
  const canary = {
    url: 'https://canary-host-51.example/hook/canary-path-77?key=canary-query-93',
    secret: `whsec_${Buffer.from('canary-secret-0123456789abcdef').toString('base64')}`,
    secretBefore: `whsec_${Buffer.from('canary-before-0123456789abcdef').toString('base64')}`,
    emailToken: 'canary-email-token',
    license: 'canary-license',
    token: 'canary-token',
  };
  const leaks = (said: unknown): boolean => {
    const text = JSON.stringify(said);
    return (
      /canary/.test(text) || Object.values(canary).some((each) => text.includes(each.replace('whsec_', '')))
    );
  };
  const echoing = (
    settings: Settings,
    kind: 'answered' | 'unknown' | 'not_sent',
    status = 400,
  ): SendDeps => ({
    ...harness.depsOf({ settings, secrets: canary }),
    call: async ({ url, headers, body }) => {
      const said = `Cannot POST ${new URL(url).pathname} ${url} ${JSON.stringify(headers)} ${String(body)} ${Object.values(canary).join(' ')}`;
      return kind === 'answered'
        ? { kind, status, headers: {}, body: Buffer.from(said), retryAfterMs: null }
        : { kind, reason: `getaddrinfo FAILED ${new URL(url).host} ${said}` };
    },
  });
  const formats: Settings[] = [
    { format: 'standard' },
    { format: 'strategy', down: 'sell' },
    { format: 'bot', botId: '1', botDown: 'start' },
    { format: 'metatrader', down: 'sell' },
    { format: 'custom', body: '{{token}} {{ticker}}' },
    // Never saved: it's checked before.
    { format: 'custom', body: '{"{{token}}": {{ticker}}}' },
  ];

  it.each(formats)('is in no reason, whatever the endpoint answers: $format', async (settings) => {
    const prepared = await render(fall());
    for (const kind of ['answered', 'unknown', 'not_sent'] as const)
      for (const status of [302, 400, 401, 404, 410, 429, 500]) {
        const deps = echoing(settings, kind, status);
        const outcome = await webhookChannel.send(prepared, to(), deps);
        expect(reasonOf(outcome)).toMatch(/\S/);
        expect(leaks(outcome)).toBe(false);
        const { ok: _, ...said } = await webhookChannel.check(deps.connection!, deps);
        expect(leaks(said)).toBe(false);
      }
    expect(leaks(prepared)).toBe(false);
  });

  it('is shown by no practice message, and typed into fields that are sealed', async () => {
    const all = JSON.stringify(await harness.room.messages('webhook'));
    for (const token of ['practice-email-token', '60100000001', 'practice-passphrase', SECRET])
      expect(all).not.toContain(token);
    const sealed = WEBHOOK_FIELDS.filter(({ secret }) => secret).map(({ name }) => name);
    expect(sealed.sort()).toEqual(Object.keys(canary).sort());
  });
});

describe('the check', () => {
  const check = (settings: Settings, secrets: Settings = {}, deps: SendDeps | null = null) => {
    const used = harness.depsOf(connectionTo(settings, secrets));
    return webhookChannel.check(used.connection!, deps ? { ...used, call: deps.call } : used);
  };
  const all: [Settings, Settings][] = [
    [{ format: 'standard' }, {}],
    [{ format: 'strategy' }, {}],
    [{ format: 'bot', botId: '1' }, { emailToken: 'practice-email-token' }],
    [{ format: 'metatrader' }, { license: '60100000001' }],
    [{ format: 'custom', body: 'x' }, {}],
  ];

  it.each(all)('sends a ping, which is no order anywhere: %o', async (settings, secrets) => {
    const before = (await harness.room.messages('webhook')).length;
    expect(await check(settings, secrets)).toEqual({ ok: true });
    const taken = (await harness.room.messages('webhook')).slice(before).map(({ text }) => text);
    expect(taken.join('')).not.toMatch(/buy|sell|start|close/);
  });

  it.each([
    [{ format: 'standard' }, { secret: '' }, 'secret'],
    [{ format: 'bot' }, {}, 'botId'],
    [{ format: 'bot', botId: '1' }, {}, 'emailToken'],
    [{ format: 'metatrader' }, {}, 'license'],
    [{ format: 'custom' }, {}, 'body'],
    [{ format: 'custom', body: '{{token}}' }, {}, 'token'],
  ] as [Settings, Settings, string][])('says what %o lacks', async (settings, secrets, field) => {
    expect(await check(settings, secrets)).toMatchObject({ ok: false, field });
  });

  it.each([
    [{ status: 302 }, /answered 302. It redirects\. Enter the address/],
    [{ status: 401 }, /answered 401\. It doesn’t let us in/],
    [
      { status: 404, body: Buffer.from('Not here') },
      /answered 404 Not here\. There is nothing at that address/,
    ],
    [{ status: 410 }, /wants nothing more/],
    [{ status: 422 }, /has to answer the ping with 200 to 299/],
    [{ status: 500 }, /Its server failed/],
    [
      { kind: 'not_sent', reason: 'getaddrinfo ENOTFOUND endpoint.example' },
      /^There is no server of that name\.$/,
    ],
    [{ kind: 'not_sent', reason: 'connect ECONNREFUSED 1.2.3.4:443' }, /refused the connection/],
    [{ kind: 'not_sent', reason: 'It leads to a private network.' }, /private network/],
    [{ kind: 'not_sent', reason: 'self-signed certificate' }, /TLS certificate/],
    [
      { kind: 'unknown', reason: 'The operation was aborted due to timeout' },
      /ping went out\. No answer came in time/,
    ],
  ] as [Parameters<typeof answering>[0], RegExp][])('says what failed: %o', async (answer, problem) => {
    expect(await check({ format: 'standard' }, {}, answering(answer))).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
      field: 'url',
    });
  });
});

describe('the fields', () => {
  const read = (name: string, typed: string) => {
    const parsed = WEBHOOK_FIELDS.find((field) => field.name === name)!.type.safeParse(typed);
    return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '');
  };
  it.each([
    ['url', 'http://site.example/hook', /begins with https/],
    ['url', 'https://user:pass@site.example', /begins with https/],
    ['url', 'ftp://site.example', /begins with https/],
    ['url', ' https://site.example/hook ', /^https:\/\/site\.example\/hook$/],
    ['url', 'http://127.0.0.1:3000/hook', /^http/],
    ['secret', 'hunter2', /whsec_/],
    ['secretBefore', 'hunter2', /whsec_/],
    ['secretBefore', 'none', /^$/],
    ['emailToken', 'a"b', /letters, digits/],
    ['license', '1,2', /letters, digits/],
    ['delaySeconds', '86401', /a day at most/],
    ['parameters', 'risk = 1', /without spaces/],
    ['body', '{"a": "{{clsoe}}"}', /^Line 1, column 8: there is no placeholder/],
    ['symbols', 'BTC', /^Line 1: /],
  ])('%s takes or refuses %s', (name, typed, said) => expect(read(name, typed)).toMatch(said));
});

test('the log draws what came, escaped', async () => {
  const hostile = { ...fall(), headline: [{ author: '<script>alert("1")</script> & more' }] };
  await bodyOf(hostile);
  const message = (await harness.room.messages('webhook')).find(({ id }) => id === newest)!;
  const drawn = webhookPractice.draw(message, () => '');
  expect(drawn).not.toContain('<script');
  expect(drawn).toContain('&lt;script&gt;');
  expect(drawn).toContain('<span class="key">&quot;type&quot;</span>');
  expect(drawn).toContain('signature verified');
  const line = { ...message, own: { ...(message.own as object), body: '<b>,buy,A', verified: false } };
  expect(webhookPractice.draw(line, () => '')).toContain('<pre>&lt;b&gt;,buy,A</pre>');
});
