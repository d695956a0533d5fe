import { Resvg } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';
import { DETECTORS } from '#src/engine/detectors/registry.ts';
import { plain } from '#src/shared/content/text.ts';
import { formatPrice } from '#src/shared/figures.ts';
import { marketSlots } from '../market-slots.ts';
import { checkDocument } from '../check-document.ts';
import { chartFacts } from './chart-facts.ts';
import { chartOf } from './chart-of-event.ts';
import { drawChart } from './draw-chart.ts';
import { EVENT_CHARTS } from './event-charts.ts';
import { groundOfEvent, madeEvents, ruleEvent } from './events.fixture.ts';
import { CHART_STYLES, type ChartBar, type ChartFacts, THEMES } from './facts.ts';
import { ticks } from './scale.ts';
import { widthOf, write } from './svg.ts';
import { fontFilesFor, hasJapanese } from './typefaces.ts';

const EVENTS = madeEvents();
const [FALL] = EVENTS;
if (!FALL) throw new Error('There are no detectors.');
const FACTS = chartFacts(FALL.document, FALL);
const LOOK = { name: 'Harbor & Vale', accent: '#0f4c5c' };

const unescape = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
const textsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, text = '']) =>
    unescape(text.replace(/<[^>]*>/g, '')),
  );

test('every detector has a chart of its own', () => {
  expect(Object.keys(EVENT_CHARTS).toSorted()).toEqual(DETECTORS.map(({ name }) => name).toSorted());
});

test('the exchange is named where its record or the symbol has one', () => {
  const of = (change: object) =>
    chartFacts(FALL.document, { ...FALL, instrument: { ...FALL.instrument, exchange: null, ...change } });
  expect(plain(FACTS.source ?? [])).toBe('NYSE');
  expect(plain(of({ symbol: 'BINANCE:BTCUSDT' }).source ?? [])).toBe('BINANCE');
  expect(of({}).source).toBeNull();
});

describe.each(EVENTS.map((event) => [event.detector, event] as const))('%s', (_name, event) => {
  const facts = chartFacts(event.document, event);
  const read = marketSlots({ ...event.instrument, ...event, brandName: 'Harbor & Vale' });
  const drawn: Record<string, string> = {
    'drawn.low': formatPrice(String(Math.min(...facts.bars.map(({ low }) => low))), facts.places),
    'drawn.high': formatPrice(String(Math.max(...facts.bars.map(({ high }) => high))), facts.places),
    'drawn.bars': String(facts.bars.length),
    'instrument.timeZone': 'New York',
  };

  test.each(CHART_STYLES)('as %s says no figure but those of the evidence', (style) => {
    const svg = drawChart(facts, { style, look: LOOK, theme: 'light' });
    const slots = [...svg.matchAll(/<tspan data-of="([^"]*)" data-as="([^"]*)">([^<]*)<\/tspan>/g)];
    expect(slots.length).toBeGreaterThan(5);
    for (const [, of = '', as = '', text = ''] of slots)
      expect(unescape(text), of).toBe(drawn[of] ?? read({ of: unescape(of), as }));
    const rest = svg
      .replaceAll(/<text[^>]* class="tick"[^>]*>.*?<\/text>/g, '')
      .replaceAll(/<tspan data-of.*?<\/tspan>/g, '');
    expect(textsOf(rest).join(' ')).not.toMatch(/\p{N}/u);
  });

  test('marks the event with the figure of the alert, and says in words what it shows', () => {
    const { svg, description } = chartOf(event.document, event);
    const figure = event.document.figure?.value
      .map((node) => (typeof node === 'string' ? node : 'text' in node ? node.text : ''))
      .join('');
    expect(textsOf(svg)).toContain(figure);
    const document = { ...event.document, chart: { description, picture: null, problem: null } };
    expect(checkDocument(document, groundOfEvent(event))).toEqual({ ok: true });
    const words = description
      .map((node) => (typeof node === 'string' ? node : 'text' in node ? node.text : ''))
      .join('');
    expect(words).toMatch(/^[A-Z].* Example Industries 500.*\.$/);
    expect(words).not.toMatch(/ {2}|undefined|, \.|\.\./);
  });
});

test('a rule shows its averages, its RSI and the prices that it compares with', () => {
  const shown = (rule: string) => {
    const event = ruleEvent(rule);
    const { overlays, pane, levels } = chartFacts(event.document, event);
    const { svg, description } = chartOf(event.document, event);
    const document = { ...event.document, chart: { description, picture: null, problem: null } };
    expect(checkDocument(document, groundOfEvent(event))).toEqual({ ok: true });
    expect(svg).not.toMatch(/NaN|undefined/);
    return {
      overlays: overlays.length,
      pane: pane?.levels.map(({ value }) => value),
      levels: levels.map(({ value }) => value),
    };
  };
  expect(shown('close crosses above sma(50)')).toEqual({ overlays: 1, pane: undefined, levels: [] });
  expect(shown('rsi(14) crosses above 60')).toEqual({ overlays: 0, pane: [60], levels: [] });
  expect(shown('close crosses above 240')).toEqual({ overlays: 0, pane: undefined, levels: [240] });
  expect(shown('close crosses above 240 and close > ema(20)')).toEqual({
    overlays: 1,
    pane: undefined,
    levels: [240],
  });
});

test('the mean of the volume is named where no column is', () => {
  const event = EVENTS.find(({ detector }) => detector === 'volume_spike');
  if (!event) throw new Error('There is no spike of volume.');
  const facts = chartFacts(event.document, event);
  const columnsOf = (svg: string) =>
    [
      ...svg.matchAll(
        /<rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)" fill="#\w+" fill-opacity="0.55"/g,
      ),
    ]
      .map(([, ...numbers]) => numbers.map(Number))
      .map(([x = 0, y = 0, width = 0]) => ({ x, y, width }));
  // Columns of all heights, up to the one before the last.
  for (const height of [0.05, 0.4, 0.98]) {
    const volume = (at: number): number => 1e6 * (at % 2 === 0 ? height : 0.05);
    const drawn = { ...facts, bars: facts.bars.map((bar, at) => ({ ...bar, volume: volume(at) })) };
    const svg = drawChart(drawn, { style: 'candles', look: LOOK, theme: 'light' });
    const [, x = '', y = ''] = /<text x="([^"]*)" y="([^"]*)"[^>]*>Mean /.exec(svg) ?? [];
    expect(x).not.toBe('');
    const covered = columnsOf(svg).filter(
      (column) => column.y < Number(y) && column.x + column.width > Number(x) && column.x < Number(x) + 100,
    );
    expect(columnsOf(svg).length).toBeGreaterThan(20);
    expect(covered).toEqual([]);
  }
});

test('a rule on an indicator is marked with its close on the prices, and words without a figure have no mark', () => {
  const event = ruleEvent('rsi(14) crosses above 60');
  const { svg } = chartOf(event.document, event);
  const close = plain(event.document.figure?.value ?? []);
  const [, at = ''] =
    new RegExp(`y="([^"]*)"[^>]*><tspan data-of="bar.close" data-as="price">${close}<`).exec(svg) ?? [];
  const [, pane = ''] = /y="([^"]*)"[^>]*><tspan data-of="figures.rsi\(14\)"/.exec(svg) ?? [];
  expect(Number(at)).toBeGreaterThan(0);
  expect(Number(at)).toBeLessThan(Number(pane));
  const silent = drawChart({ ...FACTS, figure: [] }, { style: 'line', look: LOOK, theme: 'light' });
  const mark = /<path d="M[\d.]+ [\d.]+h/;
  expect(silent).not.toMatch(mark);
  expect(drawChart(FACTS, { style: 'line', look: LOOK, theme: 'light' })).toMatch(mark);
});

test.each(['1\u202f234,50', '+17,08\u00a0%', '19200'])(
  '%s is as wide as it is measured, in the face of figures',
  (figure) => {
    const style = { face: 'figure', size: 40 } as const;
    const width = (letters: string): number => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="99">${write(0, 50, letters, { ...style, fill: '#000' })}</svg>`;
      const font = { loadSystemFonts: false, fontFiles: fontFilesFor(svg) };
      const box = new Resvg(svg, { font }).getBBox();
      return (box?.x ?? 0) + (box?.width ?? 0);
    };
    expect(write(0, 50, figure, { ...style, fill: '#000' })).toContain('JetBrains Mono');
    // Between two signs that have no room at their sides.
    expect(width(`0${figure}0`) - width('00')).toBeCloseTo(
      widthOf(`0${figure}0`, style) - widthOf('00', style),
      0,
    );
  },
);

const bars = FACTS.bars;
const level = (price: number) =>
  bars.map((bar) => ({ ...bar, open: price, high: price, low: price, close: price }));
const scaled = (to: (price: number) => number): ChartBar[] =>
  bars.map((bar) => ({
    ...bar,
    open: to(bar.open),
    high: to(bar.high),
    low: to(bar.low),
    close: to(bar.close),
  }));
const HARD: readonly (readonly [string, Partial<ChartFacts>])[] = [
  ['flat', { bars: level(5) }],
  ['tiny', { bars: scaled((price) => price / 1e10), places: 14 }],
  ['huge', { bars: scaled((price) => price * 1e9) }],
  ['negative', { bars: scaled((price) => price - 300) }],
  ['one bar', { bars: bars.slice(-1) }],
  ['two bars', { bars: bars.slice(-2) }],
  [
    '5,000 bars',
    {
      bars: Array.from({ length: 5_000 }, (_, at) => ({ ...bars[at % bars.length]!, time: at * 86_400_000 })),
    },
  ],
  ['bars without volume', { bars: bars.map((bar) => ({ ...bar, volume: null })) }],
  [
    'bars with a gap',
    { bars: bars.map((bar, at) => ({ ...bar, time: bar.time + (at > 20 ? 90 * 86_400_000 : 0) })) },
  ],
];

test.each(HARD)(
  'draws %s within its frame, in every style, without a number that is none',
  (_name, change) => {
    for (const style of CHART_STYLES)
      for (const theme of THEMES) {
        const svg = drawChart({ ...FACTS, levels: [], ...change }, { style, look: LOOK, theme });
        expect(svg).not.toMatch(/NaN|Infinity|undefined|\de-\d/);
        expect(svg.length).toBeLessThan(400_000);
        const points = svg.matchAll(/ (?:x[12]?|cx)="(-?[\d.]+)" (?:y[12]?|cy)="(-?[\d.]+)"/g);
        for (const [, x, y] of points) {
          expect(Number(x)).toBeGreaterThanOrEqual(-8);
          expect(Number(x)).toBeLessThanOrEqual(528);
          expect(Number(y)).toBeGreaterThanOrEqual(-8);
          expect(Number(y)).toBeLessThanOrEqual(320);
        }
      }
  },
);

test('escapes what others named, and shows the symbol where a name cannot be drawn', () => {
  const named = (text: string) =>
    textsOf(
      drawChart({ ...FACTS, title: [{ author: text }] }, { style: 'line', look: LOOK, theme: 'light' }),
    );
  expect(named(`<script>&"'`)).toContain(`<script>&"'`);
  expect(named('مؤسسة الأخبار')).toContain('EXMPL');
  expect(named('トヨタ自動車')).toContain(hasJapanese ? 'トヨタ自動車' : 'EXMPL');
  expect(named('A very long name of a fund '.repeat(5))[0]).toMatch(/…$/);
});

test('too many candles for the room are a line, and bars without another series are no comparison', () => {
  const styled = (change: Partial<ChartFacts>, style: 'candles' | 'comparison' | 'line') =>
    drawChart({ ...FACTS, ...change }, { style, look: LOOK, theme: 'light' });
  const many = { bars: Array.from({ length: 10 }, () => bars).flat() };
  expect(styled(many, 'candles')).toBe(styled(many, 'line'));
  expect(styled({ others: [] }, 'comparison')).toBe(styled({ others: [] }, 'line'));
});

test('a comparison starts at 100 with each of its series, named beside its line', () => {
  const others = [{ name: ['ES'], closes: bars.map(({ close }) => close * 3) }];
  const svg = drawChart({ ...FACTS, others }, { style: 'comparison', look: LOOK, theme: 'dark' });
  expect(textsOf(svg)).toEqual(expect.arrayContaining(['Start = 100', 'ES', 'EXMPL']));
  const lines = [...svg.matchAll(/<path d="(M[^"]*)" fill="none"/g)].map(([, d]) => d);
  // Three times the price is the same line.
  expect(lines[0]).toBe(lines[1]);
});

test('averages that differ from those of the evidence are not drawn', () => {
  const cross = EVENTS.find(({ detector }) => detector === 'golden_cross');
  if (!cross) throw new Error('There is no golden cross.');
  expect(chartFacts(cross.document, cross).overlays).toHaveLength(2);
  const changed = cross.bars.map((bar) => ({ ...bar, close: bar.close * 1.01 }));
  expect(chartFacts(cross.document, { ...cross, bars: changed }).overlays).toEqual([]);
});

test('hours of the market stand below bars of minutes, and days below bars of days', () => {
  const intraday = EVENTS.find(({ timeframe }) => timeframe === '5m');
  if (!intraday) throw new Error('There is no event in bars of five minutes.');
  const texts = textsOf(chartOf(intraday.document, intraday).svg);
  expect(texts.some((text) => /^\d\d:00$/.test(text))).toBe(true);
  expect(textsOf(chartOf(FALL.document, FALL).svg).some((text) => /^\d\d:\d\d$/.test(text))).toBe(false);
});

test('ticks are round, within the range, and free of float errors', () => {
  expect(ticks(0.1, 0.72, 6)).toEqual([0.2, 0.4, 0.6]);
  expect(ticks(2380, 3400, 6)).toEqual([2400, 2600, 2800, 3000, 3200, 3400]);
  expect(ticks(5, 5, 6)).toEqual([5]);
});
