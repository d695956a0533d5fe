import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import type { Call } from '#src/platform/net/call.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import type { Prepared } from '#src/shared/content/prepared.ts';
import { textLength } from '#src/shared/content/text-length.ts';
import type { OpenConnection, SendDeps, SendOutcome } from '../channel.ts';
import { DOCUMENTS, readHtml, saidBy } from '../documents.fixture.ts';
import { practiceHarness } from '../practice-harness.fixture.ts';
import { BODY_MAX, bodyOf, isTooLarge, TEXT_MAX } from './message.ts';
import { PRACTICE_FLOW, teamsPractice } from './practice.ts';
import { teamsChannel } from './teams.ts';

let harness: Awaited<ReturnType<typeof practiceHarness>>;
beforeAll(async () => {
  harness = await practiceHarness(teamsChannel, { waitMs: 90_000, measures: false });
});
afterAll(() => harness.stop());

const render = (document: AlertDocument): Promise<Prepared> =>
  teamsChannel.render(laidOut(document, 'message'));
const saying = (text: string): Prepared => ({ title: null, text, html: null, media: [] });
let sent = 0;
const to = (deliveryId = `d-${(sent += 1)}`) => ({
  deliveryId,
  attempt: 1,
  target: 'destination' as const,
  address: 'webhook',
});
const depsOf = (connection: Partial<OpenConnection> = {}): SendDeps => {
  harness.set('takes');
  return harness.depsOf(connection);
};
const send = (prepared: Prepared, deps = depsOf()): Promise<SendOutcome> =>
  teamsChannel.send(prepared, to(), deps);
/** What the channel shows after it. */
async function shown(prepared: Prepared) {
  const before = (await harness.room.messages('teams')).length;
  expect((await send(prepared)).outcome).toBe('sent');
  const messages = await harness.room.messages('teams');
  const last = messages.at(-1);
  if (messages.length !== before + 1 || !last) throw new Error('The channel shows nothing.');
  return { ...last, drawn: teamsPractice.draw(last, (hash) => hash) };
}
type Body = { attachments: { content: { body: { type: string }[] } & Record<string, unknown> }[] };
const cardOf = (prepared: Prepared) => (JSON.parse(bodyOf(prepared)) as Body).attachments[0]!.content;

describe('a card', () => {
  test.each(DOCUMENTS)('%s: every text and figure arrives as the document has it', async (_name, given) => {
    const document = laidOut(given, 'message');
    const prepared = await teamsChannel.render(document);
    expect(preflight(prepared, teamsChannel.limits).fits).toBe(true);
    const reads = readHtml((await shown(prepared)).drawn);
    for (const text of saidBy(document)) expect(reads).toContain(text);
    expect(reads).toContain(document.look.name);
  });

  test('is a card of the brand over the whole width, with figures side by side', async () => {
    const url = 'https://harbor.example/a?b=1&c=2';
    const prepared = await render({ ...fallDocument(), callToAction: { label: ['Evidence'], url } });
    expect(JSON.parse(bodyOf(prepared))).toEqual({
      type: 'message',
      attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: expect.any(Object) }],
    });
    const card = cardOf(prepared);
    expect(card).toMatchObject({
      type: 'AdaptiveCard',
      version: '1.4',
      lang: 'en',
      msteams: { width: 'Full' },
      actions: [{ type: 'Action.OpenUrl', title: 'Evidence', url }],
    });
    expect(card.body[0]).toMatchObject({ inlines: [{ text: 'Harbor & Vale' }] });
    expect(card.body.find(({ type }) => type === 'FactSet')).toMatchObject({
      facts: expect.arrayContaining([{ title: 'Close', value: '2,386.13' }]),
    });
  });

  test('figures that Teams would format are said line by line', async () => {
    const table = [{ label: ['1. *Close*'], value: ['~2,386.13~ [x](y)'], words: false }];
    const { drawn } = await shown(await render({ ...fallDocument(), table }));
    expect(readHtml(drawn)).toContain('1. *Close*: ~2,386.13~ [x](y)');
    expect(drawn).not.toMatch(/<i>|class="item"/);
  });

  test.each([
    'R&D < 5 > 4 &amp; &lt;b&gt; <script>',
    '**bold** _italic_ ~~struck~~ `code` # head',
    '- a point\n1. another\n> a quote',
    '[x](https://y.example) {{DATE(2026-01-02T03:04:05Z)}} <at>all</at>',
    String.raw`back\slash \* ${'${title}'} @{triggerBody()}`,
    '\u202Eright to left\u202C שלום 🔔',
  ])('%s: reads as it was written', async (text) => {
    const { drawn, text: kept } = await shown(saying(text));
    expect(kept).toBe(text);
    expect(readHtml(drawn)).toContain(text.replaceAll(/\s+/g, ' '));
    expect(drawn).not.toMatch(/<i>|<script|class="item"/);
  });

  test('each line is one of its own: a text run has no line breaks', () => {
    expect(cardOf(saying('One\nTwo\n\nThree')).body).toEqual([
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'One' }] },
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Two' }], spacing: 'None' },
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'Three' }], spacing: 'None' },
    ]);
  });

  test('an address in a text is a link', () => {
    const card = cardOf(saying('See https://harbor.example/a_b, now'));
    expect(card.body).toMatchObject([
      {
        inlines: [
          { text: 'See ' },
          { selectAction: { type: 'Action.OpenUrl', url: 'https://harbor.example/a_b' } },
          { text: ', now' },
        ],
      },
    ]);
  });
});

describe('limits', () => {
  /** Of exactly so many bytes. */
  const exactly = (piece: string, bytes: number): string => {
    const size = textLength(piece, 'bytes');
    return piece.repeat(Math.floor(bytes / size)) + 'x'.repeat(bytes % size);
  };

  test.each([
    ['emoji', '📉'],
    ['combining marks', 'é'],
    ['right-to-left text', 'שלום'],
    ['what JSON escapes', '"'],
  ])('the longest text in %s is said whole, and goes whole', async (_name, piece) => {
    const rest = { ...fallDocument(), headline: [], dateline: [], disclaimers: [], table: [], figure: null };
    const saysIt = async (bytes: number) =>
      textLength((await render({ ...rest, summary: [exactly(piece, bytes)] })).text, 'bytes');
    expect(await saysIt(TEXT_MAX - 1)).toBe(TEXT_MAX - 1);
    expect(await saysIt(TEXT_MAX)).toBe(TEXT_MAX);
    expect(await saysIt(TEXT_MAX + 1)).toBe(0);
    const prepared = await render({ ...rest, summary: [exactly(piece, TEXT_MAX)] });
    expect(preflight(prepared, teamsChannel.limits).fits).toBe(true);
    expect((await shown(prepared)).text).toContain(exactly(piece, TEXT_MAX));
  });

  test('many short parts are left out where the card gets too large', async () => {
    const blocks = Array.from({ length: 400 }, (_, n) => ({
      kind: 'paragraph' as const,
      text: [`Line ${n}`],
    }));
    const prepared = await render({ ...fallDocument(), blocks });
    expect(textLength(prepared.text, 'bytes')).toBeLessThan(TEXT_MAX);
    expect(isTooLarge(bodyOf(prepared))).toBe(false);
    expect(textLength(bodyOf(prepared), 'bytes')).toBeGreaterThan(BODY_MAX - 200);
    const { text } = await shown(prepared);
    expect(text).toContain('Line 99');
    expect(text).not.toContain('Line 399');
  });

  test('what Teams wouldn’t show isn’t sent', async () => {
    const before = harness.arrived();
    const outcome = await send(saying('x'.repeat(BODY_MAX)));
    expect(outcome).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('28 kB') });
    expect(harness.arrived()).toBe(before);
  });
});

describe('a flow', () => {
  test('names no message: the delivery’s id does, and its history of runs shows that', async () => {
    const deps = depsOf();
    const requests: Call[] = [];
    const call: SendDeps['call'] = (request) => {
      requests.push(request);
      return deps.call(request);
    };
    expect(await teamsChannel.send(saying('Text'), to('d-77'), { ...deps, call })).toEqual({
      outcome: 'sent',
      providerMessageId: 'd-77',
    });
    expect(requests[0]?.headers).toMatchObject({ 'x-ms-client-tracking-id': 'd-77' });
  });

  test('is checked without running it', async () => {
    const before = harness.arrived();
    const deps = depsOf();
    expect(await teamsChannel.check(deps.connection!, deps)).toEqual({ ok: true });
    expect(harness.arrived()).toBe(before);
  });

  const answering = (status: number, body: object | string): SendDeps => ({
    ...depsOf(),
    call: async () => ({
      kind: 'answered',
      status,
      headers: {},
      retryAfterMs: null,
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    }),
  });
  const error = (code: string, message = '') => ({ error: { code, message } });
  const GONE = 'Reconnect: the flow’s owner has left or the flow was deleted.';

  test.each([
    [404, error('WorkflowNotFound'), GONE],
    [404, '', GONE],
    [403, 'Forbidden', GONE],
    [400, error('WorkflowTriggerIsNotEnabled', "trigger 'manual' with state 'Deleted'"), GONE],
    [400, error('WorkflowTriggerIsNotEnabled', "trigger 'manual' with state 'Disabled'"), 'turned off'],
    [401, error('DirectApiAuthorizationRequired'), 'Let “Anyone” trigger it'],
    [401, error('AuthorizationFailed'), 'Copy it again'],
    [400, error('TriggerInputSchemaMismatch'), 'Send webhook alerts to a channel'],
  ])('%d %j: the owner has to do something', async (status, body, says) => {
    const deps = answering(status, body);
    expect(await send(saying('Text'), deps)).toMatchObject({
      outcome: 'retry',
      waitsForServer: true,
      reason: expect.stringContaining(says),
    });
    const checked = await teamsChannel.check(deps.connection!, deps);
    expect(checked).toMatchObject({ ok: false, problem: expect.stringContaining(says) });
  });

  test.each([
    [200, '', 'sent'],
    [202, '', 'sent'],
    [400, error('InvalidRequestContent'), 'rejected'],
    [413, error('RequestEntityTooLarge'), 'rejected'],
    [429, error('TooManyRequests'), 'retry'],
    [503, '<html>', 'retry'],
    // It ran, and may have posted.
    [502, error('NoResponse'), 'unknown'],
    [504, error('ResponseTimeout'), 'unknown'],
  ])('%d %j: %s', async (status, body, outcome) => {
    expect((await send(saying('Text'), answering(status, body))).outcome).toBe(outcome);
  });

  test('its address shows up nowhere', async () => {
    const url = PRACTICE_FLOW.replace('PracticeFlowForYourOwnMachineOnly42', 'CANARYcanaryCANARYcanary');
    const deps = depsOf({ secrets: { url } });
    const away: SendDeps = {
      ...deps,
      call: async (request) => ({ kind: 'not_sent', reason: `no route to ${request.url}` }),
    };
    const prepared = await render(fallDocument());
    const all = [
      await send(prepared, deps),
      await send(prepared, away),
      await teamsChannel.check(deps.connection!, deps),
      await teamsChannel.check(deps.connection!, away),
    ];
    expect(all).toMatchObject([{ outcome: 'retry' }, { outcome: 'retry' }, { ok: false }, { ok: false }]);
    const everything = JSON.stringify([all, prepared, await harness.room.messages('teams')]);
    expect(everything).not.toMatch(/CANARYcanary|PracticeFlowFor|sig=/);
  });
});

const FLOW = '/workflows/0f/triggers/manual/paths/invoke?api-version=1&sig=abc';
describe('the address of a flow', () => {
  const typed = (url: string) => teamsChannel.fields[0]!.type.safeParse(url);

  test.each([
    `https://prod-12.westeurope.logic.azure.com:443${FLOW}`,
    ` https://default0a1b2c.3d.environment.api.powerplatform.com${FLOW} `,
  ])('%s', (url) => expect(typed(url)).toEqual({ success: true, data: url.trim() }));

  test.each([
    ['https://harbor.webhook.office.com/webhookb2/1', 'turned those off in May 2026'],
    [`https://prod-12.westeurope.logic.azure.com${FLOW.replace('&sig=abc', '')}`, 'isn’t complete'],
    [`http://prod-12.westeurope.logic.azure.com${FLOW}`, 'Workflows app shows'],
    [`https://logic.azure.com.evil.example${FLOW}`, 'Workflows app shows'],
    [`https://evil.example/logic.azure.com${FLOW}`, 'Workflows app shows'],
    [`https://a:b@prod-12.westeurope.logic.azure.com${FLOW}`, 'Workflows app shows'],
    [`https://prod-12.westeurope.logic.azure.com:8443${FLOW}`, 'Workflows app shows'],
    ['', 'Workflows app shows'],
  ])('%s: refused', (url, says) => {
    expect(typed(url).error?.issues[0]?.message).toContain(says);
  });

  test('has one place', () => {
    const { normalize } = teamsChannel.destination!;
    expect(normalize(' Webhook ')).toBe('webhook');
    expect(normalize('19:abc@thread.tacv2')).toBeNull();
  });
});
