/** Where a candle is in a drawing, as parts of the drawing's width and height. */
export type CandlePlace = { x: number; high: number; low: number; close: number; width: number };
/** Where a figure of the evidence is written in it: its box, in the same parts. */
export type FigurePlace = { of: string; as: string; text: string; x: number; y: number; width: number };
export type ChartPlaces = { candles: CandlePlace[]; figures: FigurePlace[]; dates: number };

const NUMBER = '([\\d.]+)';
/** A wick, and the body right behind it. A body in the ground's color rose. */
const CANDLE = new RegExp(
  `<line x1="${NUMBER}" y1="${NUMBER}" x2="\\1" y2="${NUMBER}" stroke="[^"]+"/>` +
    `<rect x="${NUMBER}" y="${NUMBER}" width="${NUMBER}" height="${NUMBER}" fill="([^"]+)" stroke="`,
  'g',
);
const FIGURE = new RegExp(
  `<text x="${NUMBER}" y="${NUMBER}"[^>]* font-size="${NUMBER}"[^>]* text-anchor="end"[^>]*>` +
    '<tspan data-of="([^"]+)" data-as="([^"]+)">([^<]+)</tspan></text>',
  'g',
);
/** Advance of the mono that figures are set in, in sizes of the type. */
const ADVANCE = 0.6;

/** Reads a chart of candles as the product drew it. Throws where it isn't one of `bars` candles. */
export function chartPlaces(svg: string, { bars, ground }: { bars: number; ground: string }): ChartPlaces {
  const [, w = '', h = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
  const [width, height] = [Number(w), Number(h)];
  const axis = /<line x1="0" y1="([\d.]+)" x2="[\d.]+" y2="\1" stroke="var\(--color-ink\)"\/>/.exec(svg);
  const candles = [...svg.matchAll(CANDLE)].map(([, x, high, low, , top, across, tall, fill]) => ({
    x: Number(x) / width,
    high: Number(high) / height,
    low: Number(low) / height,
    close: (Number(top) + (fill === ground ? 0 : Number(tall))) / height,
    width: Number(across) / width,
  }));
  if (candles.length !== bars || !axis) throw new Error(`The chart has ${candles.length} candles.`);
  const figures = [...svg.matchAll(FIGURE)].map(([, right, y, size, of = '', as = '', text = '']) => {
    const across = text.length * ADVANCE * Number(size);
    return {
      of,
      as,
      text,
      x: (Number(right) - across) / width,
      // The middle of its digits.
      y: (Number(y) - Number(size) * 0.36) / height,
      width: across / width,
    };
  });
  return { candles, figures, dates: Number(axis[1]) / height };
}
