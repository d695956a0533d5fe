import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fallDocument } from '#src/engine/content/document.fixture.ts';
import { laidOut } from '#src/engine/content/templates/lay-out.ts';
import { preflight } from '#src/shared/content/preflight.ts';
import { plain } from '#src/shared/content/text.ts';
import { DOCUMENTS, readHtml, saidBy } from '../documents.fixture.ts';
import { blocksOf, TEXT_MAX } from './message.ts';
import { textObject } from './mrkdwn.ts';
import { refusalOfBlocks } from './practice-blocks.ts';
import { send as sendMessage } from './send.ts';
import { slackChannel } from './slack.ts';
import { chart, messageOf, render, saying, startWorkspace, to } from './workspace.fixture.ts';

let workspace: Awaited<ReturnType<typeof startWorkspace>>;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.harness.stop());

describe('a message', () => {
  test.each(DOCUMENTS)('%s: every text and figure arrives as the document has it', async (_name, given) => {
    const document = laidOut({ ...given, chart }, 'message');
    const prepared = await slackChannel.render(document);
    expect(preflight(prepared, slackChannel.limits).fits).toBe(true);
    const outcome = await workspace.send(prepared);
    const message = await workspace.shown(outcome);
    expect(message.text).toBe(prepared.text);
    expect(message.pictures).toMatchObject([{ alt: 'The close of each day' }]);
    const reads = readHtml(await workspace.draw(outcome));
    for (const text of saidBy(document)) expect(reads).toContain(text);
    // Nobody is called up by what somebody wrote.
    expect(await workspace.draw(outcome)).not.toContain('class="mention"');
  });

  test('has the headline as its header, the chart above the figures, and disclaimers last', async () => {
    const { own } = await workspace.shown(await workspace.send(await render({ ...fallDocument(), chart })));
    const types = own.blocks.map(({ type, fields }) => (fields === undefined ? type : 'fields'));
    expect(own.blocks[types.indexOf('header')]).toMatchObject({
      text: { type: 'plain_text', text: plain(fallDocument().headline).replace('&', '&amp;') },
    });
    expect(types.indexOf('image')).toBe(types.indexOf('fields') - 1);
    expect(types.at(-1)).toBe('context');
  });

  test('leads to its link without a button, and Slack shows no preview of it', async () => {
    const url = 'https://harbor.example/a?b=1&c=2';
    const { deps, requests } = workspace.recorded();
    const prepared = await render({
      ...fallDocument(),
      callToAction: { label: ['Evidence & more'], url },
    });
    expect(prepared.buttons).toEqual([{ label: 'Evidence & more', url }]);
    const outcome = await sendMessage(prepared, to(), deps);
    expect(await workspace.draw(outcome)).toContain(
      '<span class="link" title="https://harbor.example/a?b=1&amp;c=2">Evidence &amp; more</span>',
    );
    const body: unknown = JSON.parse(String(requests[0]?.body));
    expect(body).toMatchObject({ unfurl_links: false, unfurl_media: false, mrkdwn: false });
  });

  test('holds the delivery’s id, by which it can be found', async () => {
    const outcome = await workspace.send(saying('Text'), { deliveryId: '0198-77' });
    expect((await workspace.shown(outcome)).own.metadata).toEqual({
      event_type: 'alert_delivery',
      event_payload: { delivery_id: '0198-77' },
    });
  });
});

describe('markup', () => {
  test.each([
    'R&D < 5 > 4 &amp; &lt;b&gt;',
    '<!channel> <@U0123456789> <#C0123456789|general> @here',
    '*bold* _italic_ ~struck~ `code` ```block```',
    '> a quote\n>> another\n• a point',
    'costs 10:30:15 or :tada:',
    '[x](https://y.example) <https://z.example|z>',
    'see https://harbor.example/a_b_c?x=1&y=2|3, (https://vale.example)',
    '\u202Eright to left\u202C שלום 🔔',
  ])('%s: reads as it was written', async (text) => {
    const outcome = await workspace.send(saying(text));
    const drawn = await workspace.draw(outcome);
    expect(readHtml(drawn)).toContain(text.replaceAll(/\s+/g, ' '));
    expect(drawn).not.toMatch(/class="mention"|<(?:i|s|code|b)>(?!APP|Practice)/);
    const found = await slackChannel.readBack?.(messageOf(outcome), workspace.depsOf());
    expect(found).toEqual({ found: 'there', text });
  });

  test('an address is a link, also beside bold text', () => {
    expect(textObject([{ text: 'Fell 5%', bold: true }, { text: '\nhttps://a.example/x_y?b&c.' }])).toEqual({
      type: 'mrkdwn',
      verbatim: true,
      text: '*Fell 5%*\n<https://a.example/x_y?b&amp;c>.',
    });
  });

  test('what can’t be bold isn’t marked so', () => {
    for (const text of ['two\nlines', ' space', ''])
      expect(textObject([{ text, bold: true }]).text).toBe(text);
  });
});

const PIECES: [string, string][] = [
  ['emoji', '📉'],
  ['combining marks', 'é'],
  ['right-to-left text', 'שלום '],
  ['three characters that are escaped', '&'],
];
/** Of exactly so many UTF-16 units. */
function exactly(piece: string, length: number): string {
  const whole = piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .replace(/[\ud800-\udbff]$|\s$/, '');
  return whole.padEnd(length, 'x');
}

describe('limits', () => {
  test.each(PIECES)('a text of the longest in %s is said whole, and goes whole', async (_name, piece) => {
    // Escaped, it is longer: Slack would refuse more.
    const max = piece === '&' ? Math.floor(TEXT_MAX / 5) : TEXT_MAX;
    const rest = { ...fallDocument(), headline: [], dateline: [], disclaimers: [], table: [], figure: null };
    const saysIt = async (length: number) =>
      (await render({ ...rest, summary: [exactly(piece, length)] })).text.length;
    expect(await saysIt(max - 1)).toBe(max - 1);
    expect(await saysIt(max)).toBe(max);
    expect(await saysIt(max + 1)).toBe(0);
    const prepared = await render({ ...rest, summary: [exactly(piece, max)] });
    expect((await workspace.shown(await workspace.send(prepared))).text).toBe(exactly(piece, max));
  });

  test.each(PIECES)('a header of more than 150 in %s is said in a section', async (_name, piece) => {
    const max = piece === '&' ? 30 : 150;
    const headline = piece === '📉' ? piece.repeat(max) : exactly(piece, max);
    for (const [text, type] of [
      [headline, 'header'],
      [`${headline}x`, 'section'],
    ] as const) {
      const { blocks } = blocksOf([{ kind: 'headline', text }], null);
      expect(blocks.map((block) => block.type)).toEqual([type]);
      expect(refusalOfBlocks(blocks, () => false)).toBeNull();
    }
  });

  test('figures go in tens, and whole parts go where there is no room', async () => {
    const rows = Array.from({ length: 21 }, (_, n) => ({ label: `Figure ${n}`, value: `${n}.50` }));
    const { blocks } = blocksOf([{ kind: 'figures', rows }], null);
    expect(blocks.map((block) => ('fields' in block ? block.fields.length : 0))).toEqual([10, 10, 1]);
    const summary = [`${'First. '.repeat(300)}\n\n${'Second. '.repeat(300)}`];
    const { text } = await render({ ...fallDocument(), summary });
    expect(text).toContain('First. '.repeat(299));
    expect(text).not.toContain('Second.');
    expect(text.length).toBeLessThanOrEqual(TEXT_MAX);
  });

  test('fifty blocks are the most', async () => {
    const blocks = Array.from({ length: 60 }, () => ({ kind: 'paragraph' as const, text: ['A line'] }));
    const prepared = await render({
      ...fallDocument(),
      blocks,
      chart,
      callToAction: { label: ['Evidence'], url: 'https://harbor.example' },
    });
    const { own } = await workspace.shown(await workspace.send(prepared));
    expect(own.blocks).toHaveLength(50);
    expect(own.blocks.filter(({ type }) => type === 'image')).toHaveLength(1);
  });

  test('disclaimers stay where they alone are too long, and pre-flight says so', async () => {
    const disclaimers = Array.from({ length: 20 }, () => ['No advice. '.repeat(40).trim()]);
    const prepared = await render({ ...fallDocument(), disclaimers });
    expect(prepared.text).toContain('No advice.');
    expect(preflight(prepared, slackChannel.limits).fits).toBe(false);
  });
});
