import { Resvg } from '@resvg/resvg-js';
import { afterAll, describe, expect, test } from 'vitest';
import { writeExternal } from '#src/engine/content/external-writer.ts';
import { contrast } from '#src/shared/colors.ts';
import type { AlertDocument } from '#src/shared/content/document.ts';
import { PICTURE_FORMATS, PICTURE_THEMES } from '#src/shared/content/picture-formats.ts';
import { formatPrice } from '#src/shared/figures.ts';
import { checkDocument } from '../../check-document.ts';
import { writeAlert } from '../../writer.ts';
import { chartFacts, readerOf } from '../chart-facts.ts';
import { createDrawPool } from '../draw-pool.ts';
import { groundOfEvent, madeEvents, type MadeEvent } from '../events.fixture.ts';
import { paletteOf } from '../palette.ts';
import { pictureOf } from '../picture-of-alert.ts';
import {
  canDraw,
  faceAttributes,
  FACE_NAMES,
  fontFilesFor,
  hasJapanese,
  isJapanese,
  textWidth,
} from '../typefaces.ts';
import { PICTURE_WORDS } from '../words/registry.ts';
import { breakable, setLines } from './line-breaks.ts';

const CARDS = PICTURE_FORMATS.filter((format) => format !== 'chart');
const EVENTS = madeEvents();
const [FALL] = EVENTS;
if (!FALL) throw new Error('There are no detectors.');

const pools: ReturnType<typeof createDrawPool>[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.stop())));

const unescape = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));

/** The slots of an SVG; one that goes on in the next line is one. */
function slotsIn(svg: string): { of: string; as: string; text: string }[] {
  const slots: { of: string; as: string; text: string; end: number }[] = [];
  for (const { 0: whole, 1: of = '', 2: as = '', 3: text = '', index } of svg.matchAll(
    /<tspan data-of="([^"]*)" data-as="([^"]*)">([^<]*)<\/tspan>/g,
  )) {
    const last = slots.at(-1);
    const between = last ? svg.slice(last.end, index) : '';
    const goesOn = last?.of === of && last.as === as && /^<\/text><text[^>]*>$/.test(between);
    if (goesOn) Object.assign(last, { text: `${last.text} ${unescape(text)}`, end: index + whole.length });
    else slots.push({ of: unescape(of), as, text: unescape(text), end: index + whole.length });
  }
  return slots;
}

describe.each(EVENTS.map((event) => [event.detector, event] as const))('%s', (_name, event) => {
  const facts = chartFacts(event.document, event);
  const read = readerOf(event.document, event);
  const ground = groundOfEvent(event);
  const drawn: Record<string, string> = {
    'drawn.low': formatPrice(String(Math.min(...facts.bars.map(({ low }) => low))), facts.places),
    'drawn.high': formatPrice(String(Math.max(...facts.bars.map(({ high }) => high))), facts.places),
    'drawn.bars': String(facts.bars.length),
    'instrument.timeZone': 'New York',
  };

  test.each(CARDS)('as %s says no figure but those of the evidence', (format) => {
    const { svg, description } = pictureOf(event.document, event, { format });
    for (const { of, as, text } of slotsIn(svg))
      expect(text, of).toBe(drawn[of] ?? read({ of, as }) ?? ground.read({ of, as }));
    const rest = svg
      .replaceAll(/<text[^>]* class="tick"[^>]*>.*?<\/text>/g, '')
      .replaceAll(/<tspan data-of.*?<\/tspan>/g, '');
    expect(unescape(rest.replaceAll(/<[^>]*>/g, ' '))).not.toMatch(/\p{N}/u);
    expect(
      slotsIn(svg)
        .map(({ text }) => text)
        .join(' '),
    ).toContain(
      event.document.figure?.value
        .map((node) => (typeof node === 'object' && 'slot' in node ? node.text : ''))
        .find(Boolean),
    );
    const chart = { description, picture: null, problem: null };
    expect(checkDocument({ ...event.document, chart }, ground)).toEqual({ ok: true });
  });
});

const inBrand = (look: Partial<AlertDocument['look']>, event: MadeEvent = FALL): MadeEvent => ({
  ...event,
  document: { ...event.document, look: { ...event.document.look, ...look } },
});

/** Every text with the color of its letters and that of the ground. */
function* colorsIn(svg: string): Generator<{ fill: string; ground: string; text: string }> {
  for (const [, ground = '', inside = ''] of svg.matchAll(
    /<g data-ground="([^"]*)">(.*?)(?=<g data-ground|$)/gs,
  ))
    for (const [, fill = '', text = ''] of inside.matchAll(/<text[^>]* fill="([^"]*)"[^>]*>(.*?)<\/text>/g))
      yield { fill, ground, text };
}

test.each(PICTURE_THEMES)('every text is readable in 200 brand colors, %s', (theme) => {
  let seed = 11;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const color = (): string =>
    `#${Math.floor(random() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`;
  for (let n = 0; n < 200; n += 1) {
    const brand = inBrand({ color: color(), accent: color() }, EVENTS[n % EVENTS.length] ?? FALL);
    const { svg } = pictureOf(brand.document, brand, { format: CARDS[n % CARDS.length] ?? 'social', theme });
    const palette = paletteOf(brand.document.look, theme);
    const texts = [...colorsIn(svg)];
    expect(texts.length).toBeGreaterThan(5);
    for (const { fill, ground, text } of texts) {
      // A price on the axis is written in the paper's color on its direction's.
      const behind = fill === ground ? [palette.up, palette.down] : [ground];
      for (const each of behind)
        expect(contrast(fill, each), `${text} ${fill} on ${each}`).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(palette.accent, palette.paper)).toBeGreaterThanOrEqual(3);
  }
});

test.runIf(hasJapanese)('Japanese is written in a face of its own, and measured as it is drawn', () => {
  const document = writeAlert(FALL.input, 'ja');
  for (const format of CARDS) {
    const { svg } = pictureOf(document, FALL, { format });
    expect(svg).toContain('前の終値');
    const fontFiles = fontFilesFor(svg);
    for (const [text, , family, weight, size, letters = ''] of svg.matchAll(
      /<text x="([^"]*)"[^>]* font-family="([^"]*)" font-weight="([^"]*)" font-size="([^"]*)"[^>]*>(.*?)<\/text>/g,
    )) {
      const said = unescape(letters.replaceAll(/<[^>]*>/g, ''));
      const face = FACE_NAMES.find(
        (each) => faceAttributes(each) === `font-family="${family}" font-weight="${weight}"`,
      );
      if (!face) throw new Error(`There is no face ${family} ${weight}.`);
      expect(canDraw(said, face), said).toBe(true);
      if (!isJapanese(face) || text.includes('letter-spacing')) continue;
      const alone = text.replace(/ x="[^"]*" y="[^"]*"/, ' x="0" y="100"').replace(/text-anchor="\w+"/, '');
      const one = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="200">${alone}</svg>`;
      const box = new Resvg(one, { font: { loadSystemFonts: false, fontFiles } }).getBBox();
      // A halo is as wide as a third of the letters.
      const most = textWidth(said, face, Number(size)) * 1.01 + Number(size) * 0.2;
      expect((box?.x ?? 0) + (box?.width ?? 0), said).toBeLessThan(most);
    }
  }
});

test.runIf(hasJapanese)(
  'names in Japanese are drawn in every language, and those of no face by their symbol',
  () => {
    const named = (name: string): string => {
      const input = { ...FALL.input, name };
      const { svg } = pictureOf(writeAlert(input), FALL, { format: 'square' });
      return unescape(svg.replaceAll(/<\/text>/g, ' ').replaceAll(/<[^>]*>/g, ''));
    };
    expect(named('トヨタ自動車')).toContain('トヨタ自動車 rises');
    expect(named('腾讯控股')).toContain('EXMPL rises');
    expect(fontFilesFor(pictureOf(FALL.document, FALL, { format: 'square' }).svg).join()).not.toContain(
      'biz-udp',
    );
  },
);

const HOSTILE = [
  ['emoji', '🚀🚀 To the Moon 🌙'],
  ['right to left', 'مؤسسة الأخبار المالية'],
  ['turned around', 'abc\u202Edcba\u2066xyz'],
  ['200 letters', 'W'.repeat(200)],
  ['HTML', '<b onclick="x()">Desk</b> & "Sons" ]]><script>alert(1)</script>'],
  ['stacked marks', `Z${'\u0311'.repeat(90)} Capital`],
  ['nothing', ' '],
] as const;

test.each(HOSTILE)('a brand named in %s stays within its picture', (_what, name) => {
  for (const format of CARDS) {
    const brand = inBrand({ name });
    const headline = [{ author: name }, ' ', ...brand.document.headline];
    const { svg, size } = pictureOf({ ...brand.document, headline }, brand, { format });
    expect(svg).not.toMatch(/<(?!\/?(?:svg|g|rect|line|path|circle|text|tspan|image)\b)/);
    const box = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles: fontFilesFor(svg) } }).getBBox();
    if (!box) throw new Error('Nothing is drawn.');
    expect([Math.min(0, Math.round(box.x)), Math.min(0, Math.round(box.y))]).toEqual([0, 0]);
    expect(Math.round(box.width)).toBeLessThanOrEqual(size.width);
    expect(Math.round(box.height)).toBeLessThanOrEqual(size.height);
  }
});

test('the same card is the same bytes, in another thread too', async () => {
  const script = new URL('../draw-worker.ts', import.meta.url);
  const draw = async (): Promise<string[]> => {
    const pool = createDrawPool({ threads: 1, limitsMs: { wait: 60_000, draw: 60_000 }, script });
    pools.push(pool);
    const pictures: string[] = [];
    for (const format of CARDS) {
      const { svg, zoom, size } = pictureOf(FALL.document, FALL, { format, theme: 'dark' });
      const png = await pool.draw(svg, zoom);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size.width, size.height]);
      // What a table of media takes, and most providers.
      expect(png.length).toBeLessThan(400_000);
      pictures.push(png.toString('base64'));
    }
    return pictures;
  };
  const first = await draw();
  expect(new Set(first).size).toBe(CARDS.length);
  expect(await draw()).toEqual(first);
});

test('an alert without bars is told in words, with its caution and its disclaimer', () => {
  const document = writeExternal(
    {
      brand: { name: 'Harbor & Vale', color: '#0f4c5c' },
      rule: 'Crude inventories',
      about: 'CL1!',
      evidence: {
        said: { from: 'news', type: 'rss', at: '2026-11-20T14:30:00.000Z', by: 'The Wire', body: '{}' },
        facts: { title: 'Crude stocks rise as refineries return' },
        other: {},
      },
    },
    'en',
  );
  expect(pictureOf(document, null, { format: 'chart' })).toBeNull();
  for (const format of CARDS) {
    const svg = pictureOf(document, null, { format })?.svg ?? '';
    const said = unescape(svg.replaceAll(/<\/text>/g, ' ').replaceAll(/<[^>]*>/g, ''));
    for (const part of ['CL1!', 'Crude stocks rise', 'not verified.', 'For information only.', '20 Nov 2026'])
      expect(said.replaceAll(/\s+/g, ' '), format).toContain(part);
  }
});

test('a trial run says so on every card', () => {
  const trial = { ...FALL.document, notice: { title: ['Trial run'], text: ['It shows a past event.'] } };
  for (const format of CARDS) expect(pictureOf(trial, FALL, { format }).svg).toContain('>Trial run</text>');
});

test.each([
  ['The figure, again', ['The', ' ', 'figure,', ' ', 'again']],
  ['円相場は、「上昇」した。', ['円', '相', '場', 'は、', '「上', '昇」', 'し', 'た。']],
  ['S&P 500が11.98%安', ['S&P', ' ', '500', 'が', '11.98%', '安']],
  ['ニュースのデータ', ['ニュース', 'の', 'データ']],
  ['1\u202f234,5 points', ['1\u202f234,5', ' ', 'points']],
] as const)('%s may be broken where its language allows', (text, parts) => {
  expect(breakable(text)).toEqual(parts);
});

test('a text that is too long loses its end, and never half a figure or a date', () => {
  const figure = { slot: 'figure', of: 'figures.x', as: 'figure', text: '1,234,567.89' } as const;
  const date = { slot: 'date', of: 'bar.time', as: 'label', text: 'Monday, 16 March 2020' } as const;
  const text = ['Words and more words ', figure, ' on ', date, ', and so on and so on'];
  const room = { face: 'sans', sizes: [16], lines: () => 1 } as const;
  for (let most = 40; most < 700; most += 7) {
    const { lines } = setLines(text, { ...room, most });
    for (const node of lines.flat()) {
      if (typeof node === 'string' || !('slot' in node)) continue;
      expect(node.text).toBe(node.slot === 'figure' ? figure.text : date.text);
    }
  }
});

test('every language has its own words, and none of them holds a figure', () => {
  const texts = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts);
  for (const [language, { numbers: _numbers, dates: _dates, ...words }] of Object.entries(PICTURE_WORDS)) {
    expect(
      texts(words).filter((text) => /\p{N}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''))),
      language,
    ).toEqual([]);
    const document = { ...FALL.document, language };
    const { svg, description } = pictureOf(document, FALL, { format: 'square' });
    expect(svg).not.toMatch(/NaN|undefined|\{\{/);
    expect(
      checkDocument(
        { ...document, chart: { description, picture: null, problem: null } },
        groundOfEvent(FALL),
      ),
    ).toEqual({
      ok: true,
    });
  }
});
