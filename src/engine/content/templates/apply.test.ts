import { expect, it } from 'vitest';
import { FORMS, type PartName, STYLES } from '#src/shared/content/layout.ts';
import { type Block, TEMPLATE, templateContentSchema } from '#src/shared/templates.ts';
import { fallDocument, fallInput } from '../document.fixture.ts';
import { renderAlertEmail } from '../email/alert-email.ts';
import { plain } from '#src/shared/content/text.ts';
import { plainWords } from '../plain-words.ts';
import { applyTemplate, buttonUrl, inStyle } from './apply.ts';
import { marketGround } from './event-ground.ts';
import { formOf, laidOut } from './lay-out.ts';
import { layOutWith } from './lay-out-with.ts';
import { EVENT_KINDS, standardOrder } from './standard.ts';

const document = fallDocument();
const ground = marketGround(fallInput());
const everywhere = { in: [...FORMS] };
const content = (blocks: object[]) => templateContentSchema.parse({ style: 'standard', blocks });
const template = (blocks: object[]) => ({ id: '1', name: 'Own', version: 1, content: content(blocks) });
const problem = (blocks: object[]) => templateContentSchema.safeParse({ blocks }).error?.issues[0]?.message;

it('has an order for every style, kind of event and form, each with headline and disclaimers', () => {
  for (const style of STYLES)
    for (const kind of EVENT_KINDS)
      for (const form of FORMS) {
        const order = standardOrder(style, kind, form);
        expect(order).toContain('headline');
        expect(order.at(-1)).toBe('disclaimers');
        expect(new Set(order).size).toBe(order.length);
      }
});

it('leaves out of a form what its layout has not, and keeps all of it in the document', () => {
  const laid = inStyle(document, 'brief', 'market');
  expect(laid.table).toEqual(document.table);
  expect(laidOut(laid, 'page')).toMatchObject({ table: [], chart: null, figure: document.figure });
  expect(laidOut(laid, 'post')).toMatchObject({ figure: null, summary: [], dateline: [] });
  const once = laidOut(laid, 'message');
  for (const form of FORMS) expect(laidOut(once, form)).toEqual(once);
  // Documents of before there were layouts have everything, in every form.
  for (const form of FORMS) expect(laidOut(document, form)).toMatchObject(document);
});

it('takes the form of a channel from its limits', () => {
  const text = (max: number) => ({ html: false, text: { max, unit: 'utf16' as const } });
  expect(formOf({ html: true, text: null })).toBe('page');
  expect(formOf({ html: false, text: null })).toBe('page');
  expect([formOf(text(4_096)), formOf(text(280))]).toEqual(['message', 'post']);
});

it('says its texts in their places, with the values of the event, in mail and in words', async () => {
  const laid = applyTemplate(
    template([
      { kind: 'text', ...everywhere, text: 'To our clients: {{ticker}} closed at {{close}} .' },
      { kind: 'headline', ...everywhere },
      { kind: 'divider', in: ['page'] },
      { kind: 'table', in: ['page'] },
      {
        kind: 'button',
        in: ['page', 'message'],
        label: 'Trade {{ticker}}',
        url: 'https://broker.example/{{ticker}}?a=1',
        utm: { source: 'alerts', campaign: '{{ticker}} {{interval}}' },
      },
    ]),
    document,
    ground,
  );
  const page = laidOut(laid, 'page');
  expect(page.layout.elements.map(({ kind }) => kind)).toEqual([
    'block',
    'headline',
    'divider',
    'table',
    'button',
    'disclaimers',
  ]);
  const url = 'https://broker.example/%5EGSPC?a=1&utm_source=alerts&utm_campaign=%5EGSPC+1d';
  expect(plainWords(page).text).toMatch(/^To our clients: \^GSPC closed at 2,386\.13 \.\n\nS&P 500 falls/);
  expect(plainWords(page).text).toContain(`Trade ^GSPC: ${url}\n`);
  const { html } = await renderAlertEmail(page);
  expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
  expect(html.indexOf('To our clients')).toBeLessThan(html.indexOf('<h1'));
  expect(laidOut(laid, 'message').callToAction).toMatchObject({ url });
  expect(laidOut(laid, 'post')).toMatchObject({ callToAction: null, blocks: [{ kind: 'paragraph' }] });
});

it('says its words in the language of the document, else by default', () => {
  const blocks = [
    headline(),
    { kind: 'text', ...everywhere, text: 'Hello {{ticker}}', translations: { de: 'Hallo {{ticker}}' } },
    {
      kind: 'button',
      ...everywhere,
      label: 'Trade {{ticker}}',
      translations: { de: '{{ticker}} handeln' },
      url: 'https://broker.example',
    },
    {
      kind: 'image',
      ...everywhere,
      hash: 'a'.repeat(64),
      width: 1,
      height: 1,
      alt: 'Our desk',
      translations: { de: 'Unser Schreibtisch' },
    },
  ];
  const said = (language: string) =>
    applyTemplate(template(blocks), { ...document, language }, ground).layout?.elements.flatMap((element) => {
      if (element.kind === 'text') return plain(element.text);
      if (element.kind === 'button') return plain(element.label);
      return element.kind === 'image' ? element.alt : [];
    });
  expect(said('de')).toEqual(['Hallo ^GSPC', '^GSPC handeln', 'Unser Schreibtisch']);
  for (const language of ['en', 'fr'])
    expect(said(language)).toEqual(['Hello ^GSPC', 'Trade ^GSPC', 'Our desk']);
  // A template without translations is stored as before there were any.
  const before = {
    style: 'brief',
    blocks: [{ kind: 'text', in: ['page'], text: 'a' }, headline()],
    source: null,
  };
  expect(JSON.stringify(templateContentSchema.parse(before))).toBe(JSON.stringify(before));
});

it.each([
  ['text', { text: 'a' }, TEMPLATE.textMax],
  ['button', { label: 'a', url: 'https://x.example' }, TEMPLATE.labelMax],
  ['image', { hash: 'a'.repeat(64), width: 1, height: 1, alt: 'a' }, TEMPLATE.altMax],
])('limits each language of a %s like the default', (kind, fields, max) => {
  const block = (translations: object) => [headline(), { kind, in: ['page'], ...fields, translations }];
  expect(problem(block({ ja: 'a'.repeat(max) }))).toBeUndefined();
  expect(problem(block({ de: 'a', ja: 'a'.repeat(max + 1) }))).toMatch(
    /^Japanese: .* can have at most [\d,]+ characters\.$/,
  );
});

it.each([
  [
    [{ kind: 'text', in: ['page'], text: 'a', translations: { de: 'a\n5{{close}}' } }],
    /^German: Line 2, column 2: \{\{close\}\} comes with its own sign/,
  ],
  [
    [
      {
        kind: 'button',
        in: ['page'],
        label: 'a',
        url: 'https://x.example',
        translations: { fr: '{{colse}}' },
      },
    ],
    /^French: Column 1: there is no placeholder \{\{colse\}\}\./,
  ],
  [[{ kind: 'text', in: ['page'], text: 'a', translations: { es: ' ' } }], /^Spanish: Write something/],
  [[{ kind: 'text', in: ['page'], text: 'a', translations: { nl: 'a' } }], /^Translations are in en, de, /],
  [
    [{ kind: 'text', in: ['page'], text: 'a {{colse}}' }],
    /^Column 3: there is no placeholder \{\{colse\}\}\./,
  ],
  [
    [{ kind: 'text', in: ['page'], text: 'a\n5{{close}}' }],
    /^Line 2, column 2: \{\{close\}\} comes with its own sign/,
  ],
  [[{ kind: 'text', in: ['page'], text: '{{close}} %' }], /brings its own unit/],
  [[{ kind: 'text', in: ['page'], text: '{{close' }], /two braces on each side/],
  [[{ kind: 'text', in: [], text: 'a' }], /Choose where it’s shown/],
  [[{ kind: 'text', in: ['page'], text: 'a' }], /needs the headline/],
  [[headline(), headline()], /shown once/],
  [
    [headline(), { kind: 'button', in: ['page'], label: 'a', url: 'javascript:alert(1)' }],
    /starts with https/,
  ],
  [
    [headline(), { kind: 'button', in: ['page'], label: 'a', url: 'https://{{ticker}}.example' }],
    /after the host name/,
  ],
  [
    [headline(), { kind: 'button', in: ['page'], label: 'a', url: 'https://x.example/{{a}}' }],
    /Column 19: there is no/,
  ],
  [
    [headline(), { kind: 'button', in: ['page'], label: 'a', url: 'https://x.example', utm: { term: 'a' } }],
    /term/,
  ],
  [[headline(), { kind: 'script', in: ['page'] }], /no such block/],
  [Array.from({ length: 41 }, headline), /40 blocks/],
])('refuses %j', (blocks, says) => expect(problem(blocks)).toMatch(says));

function headline(): object {
  return { kind: 'headline' satisfies PartName, in: ['page'] };
}

it('encodes what a link is filled with, so that it stays one part of it', () => {
  const url = (written: string, utm = {}) =>
    buttonUrl({ url: written, utm } as Extract<Block, { kind: 'button' }>, () => '../a?b=c&d#e');
  expect(url('https://x.example/q/{{ticker}}')).toBe('https://x.example/q/..%2Fa%3Fb%3Dc%26d%23e');
  expect(url('https://x.example/?utm_source=old', { source: '{{ticker}}' })).toBe(
    'https://x.example/?utm_source=..%2Fa%3Fb%3Dc%26d%23e',
  );
});

const HEADLINE = { kind: 'headline', ...everywhere };

it('keeps a mail under the 102 kB that mail programs show: a heavier template isn’t used', async () => {
  const source = (count: number) => ({
    ...template([HEADLINE]),
    content: {
      ...content([HEADLINE]),
      source: `{% for i in (1..${count}) %}<p style="margin:0 0 12px">{{ summary }}</p>{% endfor %}`,
    },
  });
  const long = { kind: 'text', ...everywhere, text: '\u3042'.repeat(1_000) };
  const blocks = (count: number) => template([HEADLINE, ...Array.from({ length: count }, () => long)]);
  for (const [of, makes] of [
    [source, [200, 300, 400, 500]],
    [blocks, [5, 15, 17, 19, 30]],
  ] as const) {
    const problems: (string | null)[] = [];
    for (const count of makes) {
      const laid = await layOutWith({ style: 'standard', template: of(count) }, document, ground);
      const { html } = await renderAlertEmail(laid);
      expect(Buffer.byteLength(html)).toBeLessThan(102_000);
      problems.push(laid.layout?.problem?.replace(/\d+/, 'N') ?? null);
    }
    expect(new Set(problems), String(makes)).toEqual(
      new Set([
        null,
        'The template “Own” was not used: It makes N kB of an email, and 70 kB fit before mail programs cut it off.',
      ]),
    );
  }
});
