import { performance } from 'node:perf_hooks';
import { afterAll, describe, expect, it, test } from 'vitest';
import { plain } from '#src/shared/content/text.ts';
import { fallDocument, fallInput } from '../../document.fixture.ts';
import { writeAlert } from '../../writer.ts';
import { marketGround } from '../event-ground.ts';
import { htmlOf } from '../html.ts';
import { layOutWith } from '../lay-out-with.ts';
import { laidOut } from '../lay-out.ts';
import { fillSource } from './fill-source.ts';
import { runLiquid } from './run-liquid.ts';
import { safeHtml } from './safe-html.ts';
import { createSourceThread } from './source-thread.ts';

const PICTURE = { hash: 'c'.repeat(64), type: 'image/png' as const, width: 528, height: 297 };
const written = fallDocument();
const document = { ...written, chart: written.chart && { ...written.chart, picture: PICTURE } };
const ground = marketGround(fallInput());
const fill = async (source: string) => {
  const { nodes, removed } = await fillSource(source, document, ground);
  return { html: htmlOf(nodes), removed };
};
const problemOf = (source: string): Promise<string> =>
  fill(source).then(
    () => 'none',
    ({ message, line, column }) => `${line}:${column} ${message}`,
  );

describe('source mode', () => {
  it('fills in the alert’s own values, and keeps where each comes from', async () => {
    const source = `<h2 style="color:{{ brand.color }}">{{ headline | upcase }}</h2>
{% if direction == 'down' %}<p>Closed at <b>{{close}}</b> {{ syminfo.currency }}</p>{% endif %}
<table>{% for row in rows %}<tr><td>{{ row.label }}</td><td align="right">{{ row.value }}</td></tr>{% endfor %}</table>
<img src="{{ chart.src }}" alt="{{ chart.alt }}"><a href="https://example.com/{{ ticker }}?a=1&b=2">More &amp; more</a>`;
    const { html, removed } = await fill(source);
    expect(removed).toEqual([]);
    expect(html).toContain('<h2 style="color:#0f4c5c">S&amp;P 500 falls 11.98% in one session</h2>');
    expect(html).toContain('Closed at <b>2,386.13</b> not known');
    expect(html.match(/<tr>/g)).toHaveLength(document.table.length);
    expect(html).toContain(`<img src="cid:${PICTURE.hash}" alt="Price chart of S&amp;P 500`);
    expect(html).toContain('<a href="https://example.com/%5EGSPC?a=1&amp;b=2">More &amp; more</a>');
    const { nodes } = await fillSource('{{ close }}', document, ground);
    expect(nodes).toEqual([{ slot: 'figure', of: 'bar.close', as: 'price', text: '2,386.13' }]);
  });

  it('compares the language of the alert', async () => {
    const source = "{% if language == 'de' %}Kurs{% else %}Price{% endif %}: {{ close }}";
    const inLanguage = async (language: string) =>
      htmlOf((await fillSource(source, { ...document, language }, ground)).nodes);
    expect([await inLanguage('de'), await inLanguage('en')]).toEqual(['Kurs: 2,386.13', 'Price: 2,386.13']);
  });

  it.each([
    [
      '{% include "a" %}',
      '1:1 There is no tag {% include %}. A template reads no files and calculates nothing.',
    ],
    [
      '{% render "/etc/passwd" %}',
      '1:1 There is no tag {% render %}. A template reads no files and calculates nothing.',
    ],
    [
      '{% layout "a" %}',
      '1:1 There is no tag {% layout %}. A template reads no files and calculates nothing.',
    ],
    [
      '{% increment a %}',
      '1:1 There is no tag {% increment %}. A template reads no files and calculates nothing.',
    ],
    ['a\n  {{ close | times: 2 }}', '2:3 There is no filter “times”. Figures are printed as they are.'],
    ['{{ close | slice: 0, 2 }}', '1:1 There is no filter “slice”. Figures are printed as they are.'],
    ['<p>\n{{ colse }}', '2:4 There is no value {{ colse }}.'],
    ['{{ figure.valeu }}', '1:4 There is no value {{ figure.valeu }}.'],
    ['{{ brand.constructor }}', '1:4 There is no value {{ brand.constructor }}.'],
    ['{% if direction %}', '1:1 Tag {% if direction %} not closed.'],
    ['\uE000', '1:1 The source holds a character that no text has.'],
  ])('says where %j is wrong', async (source, problem) => {
    expect(await problemOf(source)).toBe(problem);
  });

  test('a figure that touches a digit, a sign or a unit keeps the template out; the alert goes out in our layout', async () => {
    for (const source of ['1{{ close }}', '-<b>{{ close }}</b>', '{{ close }} million', '{{ close }}%']) {
      const template = {
        id: '0190-t',
        name: 'Own',
        version: 3,
        content: { style: 'rich' as const, blocks: [], source },
      };
      const { layout } = await layOutWith({ style: 'brief', template }, document, ground);
      expect(layout).toMatchObject({ style: 'rich', template: null });
      expect(layout?.problem, source).toMatch(
        /^The template “Own” was not used: “2,386.13” comes with its own sign/,
      );
    }
    const apart = '<table><tr><td>16</td><td>{{ close }}</td><td>%</td></tr></table>';
    const template = {
      id: '0190-t',
      name: 'Own',
      version: 3,
      content: { style: 'rich' as const, blocks: [], source: apart },
    };
    const laid = await layOutWith({ style: 'brief', template }, document, ground);
    expect(laid.layout).toMatchObject({ problem: null, template: { version: 3 } });
    // No message is without its disclaimers, whatever a template has.
    const { elements } = laidOut(laid, 'page').layout;
    expect(elements.map(({ kind }) => kind)).toEqual(['html', 'disclaimers']);
    expect(laidOut(laid, 'post').layout.elements.map(({ kind }) => kind)).toEqual([
      'headline',
      'disclaimers',
    ]);
  });
});

it('takes what the alert says in Japanese, where words touch figures, and nothing that a template puts there', async () => {
  const input = fallInput();
  const about = { document: writeAlert(input, 'ja'), ground: marketGround(input, 'ja') };
  const problemIn = async (source: string): Promise<string | null | undefined> => {
    const content = { style: 'rich' as const, blocks: [], source };
    const template = { id: '0190-t', name: 'Own', version: 3, content };
    return (await layOutWith({ style: 'brief', template }, about.document, about.ground)).layout?.problem;
  };
  expect(await problemIn('<h2>{{ headline }}</h2><p>{{ summary }}</p>')).toBeNull();
  for (const source of ['{{ close }}万', '{{ interval }}{{ close }}', '{{ close }}{{ open }}'])
    expect(await problemIn(source), source).toMatch(/comes with its own sign/);
});

describe('what a template costs', () => {
  const thread = createSourceThread(new URL('source-worker.ts', import.meta.url));
  const small = createSourceThread(new URL('source-worker.ts', import.meta.url), {
    runMs: 300,
    memoryMb: 24,
  });
  afterAll(() => Promise.all([thread.stop(), small.stop()]));
  const run = (source: string, values = {}) => thread.run({ source, values, texts: [], pictures: [] });

  it.each([
    ['loops', '{% for a in (1..100000) %}{% for b in (1..100000) %}x{% endfor %}{% endfor %}'],
    [
      'loops without printing',
      '{% for a in (1..3000) %}{% for b in (1..3000) %}{% for c in (1..3000) %}{% endfor %}{% endfor %}{% endfor %}',
    ],
    ['doubles itself', `{% assign a = 'xxxxxxxx' %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`],
    ['counts far', '{% for a in (1..99999999999) %}{% endfor %}'],
    ['weighs 5 MB', 'x'.repeat(5 * 1024 * 1024)],
    ['makes too much', `{% for a in (1..2000) %}${'x'.repeat(100)}{% endfor %}`],
    ['is 10,000 tags deep', '<div>'.repeat(10_000)],
    ['opens 3,000 blocks', '{% if true %}'.repeat(3_000)],
  ])('one that %s is refused or cut down, and the next one runs', async (_name, source) => {
    const before = performance.now();
    const ended = await run(source).then(
      ({ nodes }) => nodes.length,
      (error: Error) => error.message,
    );
    expect(String(ended)).toMatch(/^\d+$|took too long|too much memory|characters|not closed|stack/i);
    expect(performance.now() - before).toBeLessThan(30_000);
    expect((await run('<p>{{ a }}</p>', { a: 'b' })).nodes).toEqual([
      { markup: '<p>' },
      { text: 'b' },
      { markup: '</p>' },
    ]);
  });

  it('ends a thread that doesn’t end by itself', async () => {
    // What Liquid's own limits don't see.
    const stuck = createSourceThread(new URL('stuck-worker.fixture.ts', import.meta.url), {
      runMs: 200,
      memoryMb: 24,
    });
    const ask = (source: string) => stuck.run({ source, values: {}, texts: [], pictures: [] });
    await expect(ask('forever')).rejects.toThrow('It took too long');
    await expect(ask('memory')).rejects.toThrow(/too much memory|took too long/);
    expect(await ask('fine')).toEqual({ nodes: [], removed: [] });
    await stuck.stop();
  });

  it('isn’t refused for time that a busy machine took', () => {
    // Slow in itself: a fast machine must not reach the limit of memory first.
    const inner = '{% if a > b %}{% elsif b == a %}{% else %}{% endif %}'.repeat(5);
    const loop = `{% for a in (1..1000) %}{% for b in (1..1000) %}${inner}{% endfor %}{% endfor %}`;
    // Ms of the processor, each time it is asked for: at first the thread waited.
    const spent = [0, 40, 480];
    const asked: number[] = [];
    const spentMs = () => {
      const ms = spent.shift() ?? 1_000;
      asked.push(ms);
      return ms;
    };
    expect(() => runLiquid(loop, {}, spentMs)).toThrow('It took too long');
    expect(asked).toEqual([0, 40, 480]);
  });

  it('refuses 5 MB without reading them', () => {
    expect(() => runLiquid('x'.repeat(5 * 1024 * 1024), {})).toThrow('at most 60,000 characters');
  });
});

test.each([
  ['<script>alert(1)</script>a', 'a', '<script>'],
  ['<SCRIPT SRC=//x.example></SCRIPT>a', 'a', '<script>'],
  ['<img src=x onerror=alert(1)>a', 'a', 'onerror='],
  ['<img src="https://x.example/p.gif">a', 'a', 'a picture from elsewhere'],
  ['<svg><a href="javascript:alert(1)">b</a></svg>a', 'a', '<svg>'],
  ['<a href="javascript:alert(1)">a</a>', '<a>a</a>', 'a link that isn’t https'],
  ['<a href=" java\nscript:alert(1)">a</a>', '<a>a</a>', 'a link that isn’t https'],
  ['<a href="data:text/html,x">a</a>', '<a>a</a>', 'a link that isn’t https'],
  ['<p style="background:url(https://x.example)">a</p>', '<p>a</p>', 'the style background'],
  ['<p style="color:red;position:fixed">a</p>', '<p style="color:red">a</p>', 'the style position'],
  ['<p style="color:r\\65 d">a</p>', '<p>a</p>', 'the style color'],
  ['<form action="https://x.example"><input name=a></form>a', 'a', '<form>'],
  ['<iframe srcdoc="<script>"></iframe>a', 'a', '<iframe>'],
  ['<style>@import "https://x.example"</style>a', 'a', '<style>'],
  ['<link rel=stylesheet href=x>a', 'a', '<link>'],
  ['<meta http-equiv=refresh content="0">a', 'a', '<meta>'],
  ['<!--[if mso]><script>x</script><![endif]-->a', 'a', null],
  ['</div></body></html>a', 'a', null],
  ['<marquee>a</marquee>', 'a', '<marquee>'],
  ['<p onclick="x" title="&quot;><script>">a</p>', '<p title="&quot;&gt;&lt;script&gt;">a</p>', 'onclick='],
  ['<p class="sheet up">a</p>', '<p>a</p>', 'class='],
  ['a <b', 'a &lt;b', null],
  ['<b>a', '<b>a</b>', null],
  ['1 < 2 & 3', '1 &lt; 2 &amp; 3', null],
])('makes of %j only what is safe', (given, safe, removed) => {
  const made = safeHtml(given, new Set(), () => '');
  const html = htmlOf(made.nodes.map((node) => ('text' in node ? { author: node.text } : node)) as never);
  expect(html).toBe(safe);
  expect(made.removed.filter((what) => removed === null || what === removed)).toEqual(
    removed === null ? [] : [removed],
  );
});

test('a text reads as its author wrote it', async () => {
  const { nodes } = await fillSource('1 &lt; 2 &amp;amp; &#8364;&nbsp;x', document, ground);
  expect(plain(nodes as never)).toBe('1 < 2 &amp; €\u00a0x');
});
