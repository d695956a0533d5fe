import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { writeExample } from '#src/engine/content/templates/examples.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { Answer, Call } from '#src/platform/net/call.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { isSlot, plain, type Text } from '#src/shared/content/text.ts';
import { CallRefused, type ChannelCall } from '../callback.ts';
import type { OpenConnection, SendDeps, SendOutcome, SendTo } from '../channel.ts';
import { NOW } from '../conformance.fixture.ts';
import { readAnswer } from '../http-outcome.ts';
import { isApiVersion, languagesOf, normalizePhone, templateLanguage } from './account.ts';
import { PERSON, statusCall, whatsappHarness } from './harness.fixture.ts';
import { asVariable } from './message.ts';
import { whatsappPractice } from './practice.ts';
import { FIXED_MAX, HEADLINE_MAX, TEMPLATE_BODY, templateProblem, TEXT_MAX } from './template.ts';
import { verdictOf } from './verdict.ts';
import { whatsappChannel } from './whatsapp.ts';

const GOOD = 'a'.repeat(64);
const BAD = 'b'.repeat(64);
const LARGE = 'c'.repeat(64);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
const CANARY = 'CANARY-canary-CANARY-canary-CANARY';

let harness: Awaited<ReturnType<typeof whatsappHarness>>;
beforeAll(async () => {
  harness = await whatsappHarness({
    [GOOD]: PNG,
    [BAD]: Buffer.from('no picture'),
    [LARGE]: Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]),
  });
});
afterAll(() => harness.stop());

const chart = (hash: string): AlertDocument['chart'] => ({
  description: ['A chart of the fall'],
  picture: { hash, type: 'image/png', width: 1056, height: 640 },
  problem: null,
});
const render = (document: AlertDocument): Promise<Prepared> =>
  whatsappChannel.render(laidOut(document, 'message'));
const withText = (text: string, title = 'Headline'): Prepared => ({ title, text, html: null, media: [] });

let count = 0;
const to = (change: Partial<SendTo> = {}): SendTo => ({
  deliveryId: `d-${(count += 1)}`,
  attempt: 1,
  target: 'address',
  address: PERSON,
  ...change,
});
const byNumber = (): SendDeps => harness.set('takes').deps;
/** Over the practice account with other settings. */
function withSettings(change: Record<string, string | undefined>): SendDeps {
  const { settings = {} } = byNumber().connection ?? {};
  const all = Object.entries({ ...settings, ...change });
  return harness.depsOf({
    settings: Object.fromEntries(
      all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  });
}
const send = (prepared: Prepared, change: Partial<SendTo> = {}, deps = byNumber()): Promise<SendOutcome> =>
  whatsappChannel.send(prepared, to(change), deps);
async function shown(outcome: SendOutcome) {
  if (outcome.outcome !== 'sent') throw new Error(`It was ${outcome.outcome}: ${outcome.reason}`);
  const all = await harness.room.messages('whatsapp');
  const found = all.find((each) => each.id === outcome.providerMessageId);
  if (!found) throw new Error('Nobody got it.');
  return { ...found, own: found.own as { body: string; template: string; language: string } };
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
const answered = (status: number, json: unknown): Extract<Answer, { kind: 'answered' }> => ({
  kind: 'answered',
  status,
  headers: {},
  retryAfterMs: null,
  body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
});
const error = (code: number, details?: string) => ({
  error: { message: `(#${code}) Title`, code, ...(details && { error_data: { details } }) },
});

describe('what is sent', () => {
  const BRAND = { name: 'Harbor & Vale', color: '#0f4c5c' };

  test.each(['market', 'rule', 'news', 'calendar', 'webhook'] as const)(
    'every figure and name of an alert of the kind %s reads there as it was written',
    async (example) => {
      for (const language of ['en', 'de'] as const) {
        const { document } = await writeExample(example, BRAND, language);
        const said = laidOut(document, 'message');
        const prepared = await render(document);
        expect(preflight(prepared, whatsappChannel.limits).fits).toBe(true);
        const message = await shown(await send(prepared));
        const texts: Text[] = [
          said.title,
          said.summary,
          ...said.table.flatMap(({ label, value }) => [label, value]),
          ...said.disclaimers,
        ];
        for (const text of texts) expect(message.text).toContain(plain(text));
        const slots = texts.flat().filter(isSlot);
        expect(slots.length).toBeGreaterThan(0);
        for (const { text } of slots) expect(message.text).toContain(text);
        expect(message.own.language).toBe(language === 'de' ? 'de' : 'en_US');
      }
    },
  );

  test('the headline is bold, and everything else in one line below it', async () => {
    const prepared = await render(fallDocument());
    const { own } = await shown(await send(prepared));
    expect(own.body).toBe(
      TEMPLATE_BODY.replace('{{1}}', () => prepared.title ?? '').replace('{{2}}', () => prepared.text),
    );
    expect(prepared.text).not.toMatch(/[\n\t]/);
    expect(own.template).toBe('market_alert');
  });

  test('a digest, a link and a trial run are said', async () => {
    const digest: AlertDocument = {
      ...fallDocument({ trial: true }),
      blocks: [
        {
          kind: 'alert',
          id: crypto.randomUUID(),
          direction: null,
          headline: ['It fell'],
          figure: ['5%'],
          dateline: ['Today'],
        },
      ],
      callToAction: { label: ['See it'], url: 'https://site.example/a_b?c=*d*' },
    };
    const prepared = await render(digest);
    const message = await shown(await send(prepared));
    expect(prepared.title).toMatch(/^Trial run: /);
    expect(prepared.text).toMatch(/^Trial run\./);
    expect(message.text).toContain('It fell · 5% · Today');
    expect(message.text).toContain('See it: https://site.example/a_b?c=%2Ad');
  });

  test('whole parts go where there is no room, and nothing is cut', async () => {
    const summary = [`${'First. '.repeat(60)}\n\n${'Second. '.repeat(60)}`];
    const prepared = await render({ ...fallDocument(), summary });
    expect(preflight(prepared, whatsappChannel.limits).fits).toBe(true);
    expect(prepared.text).toContain('First. '.repeat(59));
    expect(prepared.text).not.toContain('Second.');
    expect((await send(prepared)).outcome).toBe('sent');
  });

  test.each([HEADLINE_MAX - 1, HEADLINE_MAX, HEADLINE_MAX + 1])(
    'a headline of %d characters is the first variable or begins the second, and is whole',
    async (length) => {
      const headline = 'H'.repeat(length);
      const prepared = await render({ ...fallDocument(), title: [headline], headline: [headline] });
      expect(prepared.title).toBe(length > HEADLINE_MAX ? 'Harbor & Vale' : headline);
      expect((await shown(await send(prepared))).text).toContain(headline);
    },
  );

  test('neither variable is ever empty: a headline that stands alone is the text', async () => {
    const bare = { ...fallDocument(), summary: [], blocks: [], table: [], figure: null };
    const prepared = await render({ ...bare, dateline: [], disclaimers: [], chart: null });
    expect(prepared).toMatchObject({ title: 'Harbor & Vale', text: plain(bare.title) });
    expect((await send(prepared)).outcome).toBe('sent');
  });
});

describe('lengths, variables and formatting', () => {
  test('what is declared fills the body to its last character', () => {
    expect(FIXED_MAX + HEADLINE_MAX + TEXT_MAX).toBe(1024);
    expect(TEMPLATE_BODY).not.toMatch(/^\{\{|\}\}$/);
  });

  test.each([
    ['emoji', '📉'],
    ['combining marks', 'é'],
    ['right-to-left text', 'שלום'],
  ])('counts and carries %s', async (_name, piece) => {
    const filled = piece.repeat(Math.floor(TEXT_MAX / piece.length));
    const text = filled + 'x'.repeat(TEXT_MAX - filled.length);
    const title = 'T'.repeat(HEADLINE_MAX);
    for (const fits of [[...text].slice(0, -1).join(''), text])
      expect((await shown(await send(withText(fits, title)))).text).toContain(fits);
    const longer = withText(`${text}x`, title);
    expect(preflight(longer, whatsappChannel.limits).fits).toBe(false);
    expect(await send(longer)).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/too long.*132005/),
    });
  });

  test.each([
    ['line breaks', 'One\nTwo\r\nThree', 'One Two Three'],
    ['tabs', 'One\tTwo', 'One Two'],
    ['many spaces', 'One      Two', 'One Two'],
    ['other line breaks', 'One\u2028Two\u0085Three', 'One Two Three'],
    ['four spaces', 'One    Two', 'One Two'],
  ])('takes %s out of a variable, which the provider refuses', async (_name, text, said) => {
    expect(asVariable(text)).toBe(said);
    expect((await shown(await send(withText(text, text)))).text).toContain(said);
  });

  test('the provider refuses what isn’t taken out', async () => {
    const { calls, deps } = watched(byNumber());
    await send(withText('Text'), {}, deps);
    const [call] = calls;
    if (!call) throw new Error('Nothing went out.');
    for (const broken of ['a\\nb', 'a\\tb', 'a     b']) {
      const body = String(call.body).replace('"Text"', `"${broken}"`);
      const answer = await deps.call({ ...call, body });
      expect(answer.kind === 'answered' && readAnswer(answer).json).toMatchObject({
        error: { code: 132018 },
      });
    }
  });

  test.each([
    '*bold* _italic_ ~gone~ `code` ```block``` *_both_*',
    '> quote *a*',
    '* item *b*',
    '(*x*) "_y_" — ~z~.',
    '5 * 3 * 2 and **',
  ])('formats nothing of %j', async (text) => {
    const message = await shown(await send(withText(text, text)));
    const drawn = whatsappPractice.draw(message, (hash) => hash);
    // The headline's own, which the template has.
    expect(drawn.match(/<b>/g)).toHaveLength(1);
    expect(drawn).not.toMatch(/<(?:i|s|code)>|line marked/);
    const looks = (said: string) =>
      said.replaceAll('∗', '*').replaceAll('ˍ', '_').replaceAll('∼', '~').replaceAll('ˋ', '`');
    expect(looks(message.text)).toContain(text);
  });

  test('names, addresses and figures stay as they are', () => {
    const text = 'snake_case_name, https://a.example/_x_/y~z~?q=_1 and -5.2% to 2,386.13';
    expect(asVariable(text)).toBe(text);
    expect(asVariable('(*https://a.example/*b*?c*)')).toBe('(∗https://a.example/%2Ab%2A?c∗)');
  });

  test('draws nothing of a text as HTML', async () => {
    const evil = '<script>alert(1)</script>"><img src=x>';
    const message = await shown(await send(withText(evil, evil)));
    expect(whatsappPractice.draw(message, (hash) => hash)).not.toMatch(/<script|<img/);
  });
});

describe('pictures', () => {
  test('are uploaded and shown by the template with a picture', async () => {
    const { calls, deps } = watched(byNumber());
    const message = await shown(
      await send(await render({ ...fallDocument(), chart: chart(GOOD) }), {}, deps),
    );
    expect(message.own.template).toBe('market_alert_chart');
    expect(await harness.room.file(message.pictures[0]?.hash ?? '')).toEqual(new Uint8Array(PNG));
    expect(calls.map(({ url }) => url)).toEqual([
      'https://graph.facebook.com/v26.0/100000000000001/media',
      'https://graph.facebook.com/v26.0/100000000000001/messages',
    ]);
  });

  test.each([
    ['is refused', BAD],
    ['is too large', LARGE],
    ['is gone', 'd'.repeat(64)],
  ])('one that %s doesn’t hold up the message', async (_name, hash) => {
    const message = await shown(await send(await render({ ...fallDocument(), chart: chart(hash) })));
    expect(message).toMatchObject({ pictures: [], own: { template: 'market_alert' } });
  });

  test('a connection without such a template uploads nothing', async () => {
    const { calls, deps } = watched(withSettings({ pictureTemplate: undefined }));
    const message = await shown(
      await send(await render({ ...fallDocument(), chart: chart(GOOD) }), {}, deps),
    );
    expect(message.own.template).toBe('market_alert');
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['has gone', 'no_such_template'],
    ['has no picture header', 'brand_alert'],
  ])(
    'where the template with a picture %s, the other one carries the alert',
    async (_name, pictureTemplate) => {
      const deps = withSettings({ pictureTemplate });
      const message = await shown(
        await send(await render({ ...fallDocument(), chart: chart(GOOD) }), {}, deps),
      );
      expect(message).toMatchObject({ pictures: [], own: { template: 'market_alert' } });
    },
  );

  test('a lost upload holds up nothing, and a lost message is never sent a second time', async () => {
    const prepared = await render({ ...fallDocument(), chart: chart(GOOD) });
    const lost: Answer = { kind: 'unknown', reason: 'socket hang up' };
    expect((await shown(await send(prepared, {}, watched(byNumber(), [lost]).deps))).pictures).toEqual([]);
    const { calls, deps } = watched(byNumber(), [null, lost]);
    expect((await send(prepared, {}, deps)).outcome).toBe('unknown');
    expect(calls).toHaveLength(2);
  });
});

describe('accounts, brands and templates', () => {
  test('without a number chosen for the brand, it waits and says what to do', async () => {
    const deps = { ...byNumber(), connection: null };
    expect(await send(withText('Text'), {}, deps)).toMatchObject({
      outcome: 'retry',
      reason: expect.stringMatching(/Senders/),
    });
    expect(await send(withText('Text'), { attempt: 5 }, deps)).toMatchObject({ outcome: 'rejected' });
  });

  test('a brand uses its own template', async () => {
    const sender = { brandName: 'Vale', settings: { template: 'brand_alert' }, secrets: {} };
    const prepared = await render({ ...fallDocument(), chart: chart(GOOD) });
    const message = await shown(await send(prepared, {}, { ...byNumber(), sender }));
    expect(message).toMatchObject({ pictures: [], own: { template: 'brand_alert', language: 'en_US' } });
  });

  test('a template that is paused stops the account; one of a brand only that brand’s messages', async () => {
    const paused = withSettings({ template: 'paused_alert', languages: 'en_US' });
    expect(await send(withText('Text'), {}, paused)).toMatchObject({
      outcome: 'retry',
      waitsForServer: true,
      reason: expect.stringMatching(/paused/),
    });
    const sender = { brandName: 'Vale', settings: { template: 'paused_alert' }, secrets: {} };
    expect(await send(withText('Text'), {}, { ...byNumber(), sender })).toMatchObject({
      outcome: 'rejected',
      reason: expect.stringMatching(/paused/),
    });
  });

  const checked = (change: Record<string, string | undefined>) => {
    const deps = withSettings(change);
    return whatsappChannel.check(deps.connection as OpenConnection, deps);
  };
  test.each([
    ['a number that isn’t there', { phoneId: '999999999' }, /phone number ID/],
    ['an account that isn’t there', { accountId: '999999999' }, /account with this ID/],
    ['a template that isn’t there', { template: 'market_aler' }, /“market_aler” in en_US doesn’t exist/],
    ['a language that isn’t there', { languages: 'en_US, fr' }, /in fr doesn’t exist/],
    ['a template under review', { template: 'waiting_alert', languages: 'en_US' }, /reviewed/],
    ['a paused template', { template: 'paused_alert', languages: 'en_US' }, /paused/],
    [
      'a template with one variable',
      { template: 'one_alert', languages: 'en_US' },
      /\{\{1\}\} and \{\{2\}\}/,
    ],
    ['a template with many words', { template: 'long_alert', languages: 'en_US' }, /Shorten it/],
    [
      'a template with a picture in the place of the other',
      { template: 'market_alert_chart' },
      /image header/,
    ],
    ['a template without a picture', { pictureTemplate: 'market_alert' }, /needs a header of the type Image/],
  ])('check: %s', async (_name, change, problem) => {
    expect(await checked(change)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
  });
  test('check: one template is enough', async () =>
    expect(await checked({ pictureTemplate: undefined })).toEqual({ ok: true }));

  test('the steps show the body that templates need, and it is one that the check takes', () => {
    const steps = whatsappChannel.steps.join(' ');
    expect(steps).toContain(TEMPLATE_BODY.replaceAll('\n', '⏎'));
    const components = [{ type: 'BODY', text: TEMPLATE_BODY }];
    const approved = { name: 'a', language: 'en', status: 'APPROVED', components };
    expect(templateProblem([approved], { name: 'a', language: 'en', picture: false })).toBeNull();
  });

  test('the API version is one constant, and a connection may name another', async () => {
    const { calls, deps } = watched(withSettings({ apiVersion: 'v27.0' }));
    await send(withText('Text'), {}, deps);
    expect(calls[0]?.url).toContain('graph.facebook.com/v27.0/');
    expect(isApiVersion('27')).toBe(false);
  });
});

describe('what WhatsApp answers', () => {
  test.each([
    [200, { messages: [{ id: 'wamid.1', message_status: 'accepted' }] }, { verdict: 'sent', id: 'wamid.1' }],
    [401, error(190), { verdict: 'broken', says: expect.stringMatching(/access token/) }],
    [403, error(10), { verdict: 'broken', says: expect.stringMatching(/permission/) }],
    [403, error(200), { verdict: 'broken' }],
    [403, error(368), { verdict: 'broken', says: expect.stringMatching(/policies/) }],
    [403, error(131031), { verdict: 'broken' }],
    [400, error(131042), { verdict: 'broken', says: expect.stringMatching(/payment/) }],
    [400, error(131048), { verdict: 'broken', says: expect.stringMatching(/blocked or reported/) }],
    [400, error(133010), { verdict: 'broken' }],
    [429, error(130429), { verdict: 'pause', ms: null }],
    [429, error(80007), { verdict: 'pause' }],
    [400, error(4), { verdict: 'pause' }],
    [500, error(131000), { verdict: 'later' }],
    [503, error(131016), { verdict: 'later' }],
    [400, error(131026), { verdict: 'refused', gone: true }],
    [400, error(131050), { verdict: 'refused', gone: true, says: expect.stringMatching(/stopped messages/) }],
    [400, error(131047), { verdict: 'refused', says: expect.stringMatching(/24 hours/) }],
    [400, error(131049), { verdict: 'refused', says: expect.stringMatching(/chose not to deliver/) }],
    [403, error(130497), { verdict: 'refused', says: expect.stringMatching(/country/) }],
    [400, error(132000), { verdict: 'broken', says: expect.stringMatching(/\{\{1\}\}/) }],
    [404, error(132001), { verdict: 'broken', says: expect.stringMatching(/approved template/) }],
    [
      400,
      error(132018, 'Param text cannot …'),
      { verdict: 'refused', says: expect.stringMatching(/line break/) },
    ],
    [
      400,
      error(999, 'What it is about'),
      { verdict: 'refused', says: '(#999) Title: What it is about (999)' },
    ],
  ])('%d %j', (status, json, verdict) => {
    const read = verdictOf(readAnswer(answered(status, json)), { ownTemplate: false });
    expect(read).toMatchObject(verdict);
    // An address is given up on only where it is said.
    expect(read !== null && 'gone' in read).toBe('gone' in verdict);
  });

  test('too many to one person pauses that person, longer each time, and not the account', async () => {
    const busy = '+15550100429';
    const waits: number[] = [];
    for (let attempt = 1; attempt < 5; attempt += 1) {
      const outcome = await send(withText('Text'), { address: busy, attempt });
      expect(outcome).toMatchObject({ outcome: 'retry' });
      expect(outcome).not.toHaveProperty('holdsAccount');
      waits.push(outcome.outcome === 'retry' ? outcome.at - NOW : 0);
    }
    expect(waits.map((ms) => Math.floor(ms / 1_000))).toEqual([4, 17, 70, 281]);
    expect((await send(withText('Text'), { address: busy, attempt: 5 })).outcome).toBe('rejected');
  });

  test.each([
    ['+15550100404', /isn’t on WhatsApp/],
    ['+15550100403', /stopped messages/],
  ])('nothing goes to %s any more', async (address, reason) =>
    expect(await send(withText('Text'), { address })).toMatchObject({
      outcome: 'rejected',
      permanentAddress: true,
      reason: expect.stringMatching(reason),
    }),
  );

  test('a success that names no message may be one', async () => {
    const { deps } = watched(byNumber(), [answered(200, { messages: [] })]);
    expect((await send(withText('Text'), {}, deps)).outcome).toBe('unknown');
  });
});

describe('reports', () => {
  const connection = (): OpenConnection => byNumber().connection as OpenConnection;
  const receive = (call: ChannelCall) => whatsappChannel.receive?.(call, connection());
  const status = (name: string, more: object = {}) => ({
    id: 'wamid.1',
    status: name,
    timestamp: '1767323045',
    recipient_id: '15550100001',
    ...more,
  });

  test('sent says nothing new; delivered and read do, each once', async () => {
    const received = await receive(
      statusCall([status('sent'), status('delivered'), status('read'), status('deleted')]),
    );
    expect(received?.events).toEqual([
      {
        id: 'wamid.1 delivered',
        kind: 'delivered',
        providerMessageId: 'wamid.1',
        at: 1_767_323_045_000,
        detail: '',
      },
      { id: 'wamid.1 read', kind: 'read', providerMessageId: 'wamid.1', at: 1_767_323_045_000, detail: '' },
    ]);
  });

  test.each([
    [131026, 'bounced', /isn’t on WhatsApp/],
    [131050, 'bounced', /stopped messages/],
    [131049, 'failed', /chose not to deliver/],
    [131053, 'failed', /Details of it/],
  ] as const)('a failure with %d is %s', async (code, kind, detail) => {
    const errors = [{ code, title: 'Title', message: 'Message', error_data: { details: 'Details of it.' } }];
    const received = await receive(statusCall([status('failed', { errors })]));
    expect(received?.events).toMatchObject([{ kind, detail: expect.stringMatching(detail) }]);
    expect(received?.events[0]?.detail).toContain(String(code));
  });

  test('what is about another number of the app, or can’t be read, is passed over', async () => {
    expect((await receive(statusCall([status('read')], { phoneId: '1' })))?.events).toEqual([]);
    const mixed = statusCall([{ id: 7 }, status('read', { timestamp: 'soon' }), status('delivered')]);
    expect((await receive(mixed))?.events).toMatchObject([{ kind: 'delivered' }]);
  });

  test('forged, unsigned and unreadable calls are refused', async () => {
    const right = statusCall([status('read')]);
    for (const call of [
      statusCall([status('read')], { secret: 'f'.repeat(32) }),
      { ...right, header: () => null },
      { ...right, body: Buffer.from('{}') },
      { ...right, header: () => 'sha256=' },
    ])
      await expect(receive(call)).rejects.toThrow(CallRefused);
    const noSecret = { ...connection(), secrets: {} };
    await expect(whatsappChannel.receive?.(statusCall([], { secret: '' }), noSecret)).rejects.toThrow(
      CallRefused,
    );
  });

  const hello = (query: Record<string, string>): ChannelCall => ({
    method: 'GET',
    header: () => null,
    query: new URLSearchParams(query),
    body: Buffer.alloc(0),
    now: new Date(NOW),
  });
  test('the first call is answered with its challenge, where it knows the verify token', async () => {
    const right = {
      'hub.mode': 'subscribe',
      'hub.challenge': '1158201444',
      'hub.verify_token': whatsappPractice.account.fields['verifyToken'] ?? '',
    };
    expect(await receive(hello(right))).toEqual({
      events: [],
      answer: { status: 200, type: 'text/plain', body: '1158201444' },
    });
    for (const wrong of [
      { ...right, 'hub.verify_token': 'guessed' },
      { ...right, 'hub.verify_token': '' },
      { ...right, 'hub.mode': 'unsubscribe' },
      {},
    ])
      await expect(receive(hello(wrong))).rejects.toThrow(CallRefused);
  });
});

describe('credentials and addresses', () => {
  test('a revoked token breaks the account, and no secret is repeated', async () => {
    const secrets = { token: CANARY, appSecret: CANARY, verifyToken: CANARY };
    const deps = harness.depsOf({ secrets });
    const outcome = await send(withText('Text'), {}, deps);
    expect(outcome).toMatchObject({
      outcome: 'retry',
      waitsForServer: true,
      reason: expect.stringMatching(/access token/),
    });
    const checked = await whatsappChannel.check(deps.connection as OpenConnection, deps);
    expect(checked).toMatchObject({ ok: false });
    const refused = await whatsappChannel
      .receive?.(statusCall([]), deps.connection as OpenConnection)
      .catch(String);
    expect(JSON.stringify([outcome, checked, refused])).not.toContain(CANARY);
  });

  test('nothing of them is in a message that was kept', async () => {
    const message = JSON.stringify(await shown(await send(withText('Text'))));
    const secrets = whatsappChannel.fields.filter(({ secret }) => secret);
    expect(secrets.map(({ name }) => name)).toEqual(['token', 'appSecret', 'verifyToken']);
    for (const { name } of secrets) expect(message).not.toContain(whatsappPractice.account.fields[name]);
  });

  test.each([
    ['+1 (415) 555-0123', '+14155550123'],
    ['0049 171 1234567', '+491711234567'],
    ['+49/171.123-45-67', '+491711234567'],
    ['4155550123', null],
    ['+0123456789', null],
    ['+12345678901234567', null],
    ['+1415555CALL', null],
  ])('reads the number %s', (typed, number) => expect(normalizePhone(typed)).toBe(number));

  test.each([
    ['en_US, de', ['en_US', 'de']],
    ['EN-us;pt-br  ja', ['en_US', 'pt_BR', 'ja']],
    ['en, en', ['en']],
    ['English', null],
    ['', null],
  ])('reads the languages %s', (typed, codes) => expect(languagesOf(typed)).toEqual(codes));

  test.each([
    ['de', 'de'],
    ['en', 'en_US'],
    ['pt-BR', 'pt_BR'],
    ['pt', 'pt_BR'],
    ['ja', 'en_US'],
  ])('an alert in %s uses the template in %s', (language, code) =>
    expect(templateLanguage(['en_US', 'de', 'pt_BR'], language)).toBe(code),
  );
});
