import type { ChartBar, ChartFacts, PictureLook } from '#src/engine/content/picture/facts.ts';
import { EN } from '#src/engine/content/picture/words/en.ts';
import type { Text } from '#src/shared/content/text.ts';
import { formatChange, formatPrice } from '#src/shared/figures.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-02T00:00:00Z');
const LOOK: PictureLook = { name: 'Harbor & Vale', accent: '#0f4c5c' };

type Shape = {
  bars: number;
  at: number;
  swing: number;
  places: number;
  volume?: boolean;
  hole?: boolean;
  name?: string;
  look?: PictureLook;
};

const slot = (of: string, text: string): Text => [{ slot: 'figure', of, as: 'price', text }];
const name = (text: string): Text => [{ slot: 'name', of: 'instrument.name', as: 'text', text }];

function walk({ bars, at, swing, volume = true, hole = false }: Shape): ChartBar[] {
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
  let close = at;
  return Array.from({ length: bars }, (_, place) => {
    const open = close;
    close = open + random() * swing;
    const time = START + place * DAY + (hole && place > bars / 2 ? 60 * DAY : 0);
    const high = Math.max(open, close) + Math.abs(random()) * swing * 0.4;
    const low = Math.min(open, close) - Math.abs(random()) * swing * 0.4;
    return { time, open, high, low, close, volume: volume ? Math.round(1e6 * (0.6 + random())) : null };
  });
}

function factsOf(shape: Shape): { facts: ChartFacts; look: PictureLook } {
  const bars = walk(shape);
  const [last, before] = [bars.at(-1), bars.at(-2) ?? bars.at(-1)];
  const [to, from] = [last?.close ?? 0, before?.close ?? 0];
  const price = (value: number): string => formatPrice(value.toFixed(12), shape.places);
  const facts: ChartFacts = {
    bars,
    places: shape.places,
    timeframe: '1d',
    words: EN,
    timeZone: 'UTC',
    title: name(shape.name ?? 'Example Industries'),
    shortTitle: [{ slot: 'symbol', of: 'instrument.symbol', as: 'text', text: 'EXMPL' }],
    subtitle: ['EXMPL · 2 Jan 2024 · daily bars'],
    unit: 'USD',
    direction: to >= from ? 'up' : 'down',
    figure: slot('figures.change_pct', formatChange(from === 0 ? 0 : (to / from - 1) * 100)),
    close: slot('bar.close', price(to)),
    when: ['Tuesday, 2 January 2024'],
    zone: ['UTC'],
    source: ['Example Exchange'],
    levels: [{ value: from, label: ['Previous close'], figure: slot('previous.close', price(from)) }],
    overlays: [],
    pane: null,
    others: [{ name: ['OTHER'], closes: bars.map(({ close }, at) => close * (1 + Math.sin(at / 9) / 20)) }],
    streak: {
      length: Math.min(4, bars.length),
      label: [{ slot: 'figure', of: 'params.length', as: 'param', text: '4' }, ' in a row'],
    },
    volumeMean: null,
  };
  return { facts, look: shape.look ?? LOOK };
}

/** Series that are hard to draw. */
export const hardCases = (): { facts: ChartFacts; look: PictureLook }[] =>
  [
    { bars: 1, at: 100, swing: 2, places: 2 },
    { bars: 2, at: 100, swing: 2, places: 2 },
    { bars: 5_000, at: 4_000, swing: 60, places: 2 },
    { bars: 48, at: 0.000_002_4, swing: 0.000_000_3, places: 10, volume: false },
    { bars: 48, at: 123_456_789_012, swing: 9e9, places: 2 },
    {
      bars: 48,
      at: 3,
      swing: 9,
      places: 2,
      name: 'Crude oil that went below zero, front month, continuous, adjusted',
    },
    { bars: 48, at: 100, swing: 0, places: 2, name: 'トヨタ自動車' },
    {
      bars: 60,
      at: 100,
      swing: 5,
      places: 2,
      hole: true,
      look: { name: 'White', accent: '#ffffff' },
    },
  ].map(factsOf);
