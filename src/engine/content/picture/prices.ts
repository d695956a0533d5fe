import { barLength } from '../when.ts';
import type { ChartBar, ChartFacts, ChartStyle } from './facts.ts';
import { breaksOf, type Domain, domainOf, type Plot } from './plot.ts';
import { line, n, path, rect } from './svg.ts';

/** How a style draws prices. */
type PriceStyle = {
  /** The lowest and highest value drawn at each bar. */
  spans: (facts: ChartFacts) => Domain[];
  paint: (plot: Plot) => string;
};

/** A candle narrower than this can't be told from its neighbors. */
const NARROWEST_CANDLE = 2.6;
export const candlesFit = (bars: number, width: number): boolean => width / bars >= NARROWEST_CANDLE;

const closes = ({ bars }: ChartFacts): Domain[] => bars.map(({ close }) => [close, close]);
const ranges = ({ bars }: ChartFacts): Domain[] => bars.map(({ low, high }) => [low, high]);

/** Every series as if it had stood at 100 with the first bar that both have. Nulls where it has no value, or none above zero. */
export function rebased({ bars, others }: ChartFacts): (number | null)[][] {
  const series = [bars.map(({ close }) => close), ...others.map((other) => other.closes)];
  const from = bars.findIndex((_, at) => series.every((each) => (each[at] ?? 0) > 0));
  return series.map((each) => {
    const base = each[from] ?? 0;
    return each.map((value, at) => (from < 0 || at < from || value === null ? null : (value / base) * 100));
  });
}

const PRICE_STYLES: Record<ChartStyle, PriceStyle> = {
  line: { spans: closes, paint: (plot) => paintLine(plot) + paintLastMove(plot) },
  area: { spans: closes, paint: (plot) => paintArea(plot) + paintLine(plot) + paintLastMove(plot) },
  candles: { spans: ranges, paint: paintCandles },
  range: { spans: closes, paint: (plot) => paintLine(plot) + paintLastMove(plot) },
  streak: { spans: closes, paint: (plot) => paintLine(plot) + paintStreak(plot) },
  comparison: {
    spans: (facts) => {
      const [own = []] = rebased(facts);
      return own.map((value) => [value ?? 100, value ?? 100]);
    },
    paint: paintComparison,
  },
};
export const priceStyle = (style: ChartStyle): PriceStyle => PRICE_STYLES[style];

/** What the price axis must hold: what is drawn, averages over it, and levels that aren't far away. */
export function priceDomain(facts: ChartFacts, style: ChartStyle): Domain {
  const drawn =
    style === 'comparison'
      ? rebased(facts)
          .flat()
          .filter((value) => value !== null)
      : [...priceStyle(style).spans(facts).flat(), ...overlayValues(facts)];
  const [low, high] = domainOf(drawn) ?? [0, 1];
  if (style === 'comparison') return [low, high];
  return domainOf([low, high, ...levelsNear(facts, [low, high]).map(({ value }) => value)]) ?? [low, high];
}

const overlayValues = ({ overlays }: ChartFacts): number[] =>
  overlays.flatMap(({ values }) => values).filter((value) => value !== null);

/** Levels that don't press the prices flat: at most half the drawn height away. */
export function levelsNear({ levels }: ChartFacts, [low, high]: Domain): ChartFacts['levels'] {
  const reach = (high - low) / 2 || Math.abs(high) * 0.1;
  return levels.filter(({ value }) => value >= low - reach && value <= high + reach);
}

type Point = readonly [x: number, y: number];

/**
 * Points as a path, broken where there is none. Of many points on one pixel only the first, lowest, highest and last are
 * kept: the picture is the same (M4, Jugel et al., VLDB 2014).
 */
export function pathThrough(
  points: readonly (Point | null)[],
  breaks: ReadonlySet<number> = new Set(),
): string {
  let d = '';
  let isOpen = false;
  for (let at = 0; at < points.length;) {
    const point = points[at];
    if (!point) {
      isOpen = false;
      at += 1;
      continue;
    }
    let end = at + 1;
    const column: Point[] = [point];
    for (let next = points[end]; next && Math.floor(next[0]) === Math.floor(point[0]); next = points[end]) {
      if (breaks.has(end)) break;
      column.push(next);
      end += 1;
    }
    for (const [index, [px, py]] of thinned(column).entries()) {
      const starts = !isOpen || (index === 0 && breaks.has(at));
      d += `${starts ? 'M' : 'L'}${n(px)} ${n(py)}`;
      isOpen = true;
    }
    at = end;
  }
  return d;
}

function thinned(column: readonly Point[]): readonly Point[] {
  if (column.length <= 4) return column;
  const ys = column.map(([, y]) => y);
  const keep = new Set([0, ys.indexOf(Math.min(...ys)), ys.indexOf(Math.max(...ys)), column.length - 1]);
  return column.filter((_, at) => keep.has(at));
}

const pointsOf = ({ bars, x, price }: Plot): Point[] => bars.map(({ close }, at) => [x(at), price.y(close)]);
const breaksIn = ({ bars, facts }: Plot): ReadonlySet<number> => breaksOf(bars, barLength(facts.timeframe));

const JOINED = 'fill="none" stroke-linejoin="round" stroke-linecap="round"';

function paintLine(plot: Plot): string {
  const d = pathThrough(pointsOf(plot), breaksIn(plot));
  return path(d, `${JOINED} stroke="${plot.palette.accent}" stroke-width="2"`);
}

function paintArea(plot: Plot): string {
  const breaks = [...breaksIn(plot)];
  const points = pointsOf(plot);
  const bottom = plot.price.rect.y + plot.price.rect.height;
  // One area per stretch without a gap.
  return [0, ...breaks]
    .map((from, index) => {
      const part = points.slice(from, breaks[index] ?? points.length);
      const [first, last] = [part[0], part.at(-1)];
      if (!first || !last || part.length < 2) return '';
      const d = `${pathThrough(part)}L${n(last[0])} ${n(bottom)}L${n(first[0])} ${n(bottom)}z`;
      return path(d, `fill="${plot.palette.accent}" fill-opacity="0.13"`);
    })
    .join('');
}

/** The move into the event in the color of its direction, and the event as a dot. */
function paintLastMove(plot: Plot): string {
  const { bars, facts, palette } = plot;
  const color = palette[facts.direction];
  const last = bars.length - 1;
  const d = breaksIn(plot).has(last) ? '' : pathThrough(pointsOf(plot).slice(-2));
  const move = last > 0 && d !== '' ? path(d, `${JOINED} stroke="${color}" stroke-width="2.5"`) : '';
  return move + dot(plot, last, color);
}

function paintStreak(plot: Plot): string {
  const { facts, bars, palette } = plot;
  const length = facts.streak?.length ?? 0;
  const color = palette[facts.direction];
  const d = pathThrough(pointsOf(plot).slice(-(length + 1)));
  return path(d, `${JOINED} stroke="${color}" stroke-width="2.75"`) + dot(plot, bars.length - 1, color);
}

function dot({ x, bars, price, palette }: Plot, at: number, color: string, value?: number): string {
  const y = price.y(value ?? bars[at]?.close ?? 0);
  return `<circle cx="${n(x(at))}" cy="${n(y)}" r="4" fill="${color}" stroke="${palette.paper}" stroke-width="1.5"/>`;
}

function paintCandles({ bars, facts, palette, price, step, x }: Plot): string {
  const last = bars.length - 1;
  return bars
    .map((bar, at) =>
      candle(
        bar,
        { x: x(at), step, y: price.y },
        at === last ? palette[facts.direction] : palette.ink,
        palette.paper,
      ),
    )
    .join('');
}

/** Hollow rose, filled fell: the direction can be told without a color. */
function candle(
  { open, high, low, close }: ChartBar,
  { x, step, y }: { x: number; step: number; y: (value: number) => number },
  color: string,
  paper: string,
): string {
  const width = Math.max(1, Math.min(11, step * 0.64));
  const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
  const body = { x: x - width / 2, y: top, width, height: Math.max(1, bottom - top) };
  return line(x, y(high), x, y(low), color) + rect(body, close >= open ? paper : color, `stroke="${color}"`);
}

const SERIES_DASHES = ['6 3', '2 3', '9 3 2 3'] as const;

function paintComparison(plot: Plot): string {
  const { facts, palette, price, x, bars } = plot;
  const [own = [], ...others] = rebased(facts);
  const points = (values: readonly (number | null)[]): (Point | null)[] =>
    values.map((value, at) => (value === null ? null : [x(at), price.y(value)]));
  const [left, right] = [price.rect.x, price.rect.x + price.rect.width];
  const base = price.y(100);
  const lines = others.map((values, at) => {
    const color = palette.series[at % palette.series.length] ?? palette.ink;
    const dashes = SERIES_DASHES[at % SERIES_DASHES.length];
    return path(
      pathThrough(points(values)),
      `${JOINED} stroke="${color}" stroke-width="2" stroke-dasharray="${dashes}"`,
    );
  });
  return [
    line(left, base, right, base, palette.mute),
    ...lines,
    path(pathThrough(points(own), breaksIn(plot)), `${JOINED} stroke="${palette.accent}" stroke-width="2.5"`),
    dot(plot, bars.length - 1, palette[facts.direction], own.at(-1) ?? 100),
  ].join('');
}
