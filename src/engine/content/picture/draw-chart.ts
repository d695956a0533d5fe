import { formatPrice } from '#src/shared/figures.ts';
import type { Timeframe } from '#src/shared/market.ts';
import { readableOn } from '#src/shared/colors.ts';
import { marketTime, timeLabels } from './dates.ts';
import { linear, ticks } from './scale.ts';

export type ChartBar = { time: number; open: number; high: number; low: number; close: number };

export type ChartInput = {
  /** Oldest first; the last is that of the event. */
  bars: readonly ChartBar[];
  /** How many decimals the alert's prices have. */
  places: number;
  timeframe: Timeframe;
  timeZone: string;
  /** The instrument, and below it what is drawn. */
  title: string;
  subtitle: string;
  /** What the price axis counts: "USD", "Points". */
  unit: string;
  direction: 'up' | 'down';
  /** The figure that marks the event, as the alert prints it. */
  figure: string;
  /** Bottom right: who says so. */
  credit: string;
  /** Hex color of the brand. */
  accent: string;
};

/** In pixels of the page; the file has twice as many. */
export const CHART_SIZE = { width: 528, height: 320 } as const;

const PAPER = '#fffdf8';
const INK = '#1d1a16';
const MUTE = '#655d50';
const LINE = '#e2d9c8';
const MOVE = { up: '#146c3a', down: '#b3261e' } as const;

/** Room at the sides, so that no text touches the edge where the mail around it is dark. */
const EDGE = { left: 14, right: CHART_SIZE.width - 14 } as const;
const PLOT = { left: EDGE.left, right: EDGE.right - 74, top: 90, bottom: CHART_SIZE.height - 60 } as const;
const LABEL_ROOM = 34;
const FIGURE_SIZE = 17;
/** As large as it takes to be read where a phone shows the picture at three fifths of its size. */
const SMALL = 13;
/** How wide a character of the mono is, in its size. */
const MONO = 0.6;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
const n = (value: number): string => String(Math.round(value * 100) / 100);

type TextStyle = {
  size: number;
  fill?: string;
  family?: string;
  weight?: number;
  anchor?: 'start' | 'middle' | 'end';
  /** Keeps lines off the letters. */
  halo?: boolean;
};
const write = (x: number, y: number, text: string, style: TextStyle): string =>
  `<text x="${n(x)}" y="${n(y)}" font-family="${style.family ?? 'Inter'}" font-size="${style.size}" font-weight="${style.weight ?? 400}" fill="${style.fill ?? INK}" text-anchor="${style.anchor ?? 'start'}"${style.halo ? ` stroke="${PAPER}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"` : ''}>${escape(text)}</text>`;

/** At most so many characters; what is longer ends in "…". */
const short = (text: string, max: number): string =>
  [...text].length <= max
    ? text
    : `${[...text]
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;

/**
 * The bars around an event as SVG, in the manner of a newspaper: hollow candles rose, filled ones fell, and only the bar
 * of the event has a color, with its figure, sign and arrow beside it. The same input gives the same text.
 */
export function drawChart(input: ChartInput): string {
  const { bars, direction, places } = input;
  const lows = bars.map(({ low }) => low);
  const highs = bars.map(({ high }) => high);
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  const pad = (high - low || Math.abs(high) || 1) * 0.04;
  const step = (PLOT.right - PLOT.left) / bars.length;
  const x = (at: number): number => PLOT.left + step * (at + 0.5);
  const range = [low - pad, high + pad] as const;
  const label = placeLabel(input, step);
  const y = linear(range, plotArea(label, range));
  const grid = ticks(...range, 6);
  const axis = grid.map((value) => {
    const text = short(formatPrice(plainNumber(value), decimalsOf(grid, places)), 9);
    return `<line x1="${PLOT.left}" x2="${n(PLOT.right)}" y1="${n(y(value))}" y2="${n(y(value))}" stroke="${LINE}"/>${write(EDGE.right, y(value) + 4, text, { size: SMALL, family: 'JetBrains Mono', fill: MUTE, anchor: 'end' })}`;
  });
  const times = bars.map(({ time }) => marketTime(time, input.timeframe, input.timeZone));
  const dates = timeLabels(times, 5).map(({ at, text }) => {
    const tick = `<line x1="${n(x(at))}" x2="${n(x(at))}" y1="${n(PLOT.bottom)}" y2="${n(PLOT.bottom + 4)}" stroke="${MUTE}"/>`;
    const half = text.length * SMALL * MONO * 0.5;
    if (x(at) - half < PLOT.left || x(at) + half > PLOT.right) return tick;
    return (
      tick +
      write(x(at), PLOT.bottom + 19, text, {
        size: SMALL,
        family: 'JetBrains Mono',
        fill: MUTE,
        anchor: 'middle',
      })
    );
  });
  const last = bars.length - 1;
  const candles = bars.map((bar, at) => candle(bar, x(at), step, y, at === last ? MOVE[direction] : INK));
  const accent = readableOn(input.accent, PAPER);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CHART_SIZE.width}" height="${CHART_SIZE.height}" viewBox="0 0 ${CHART_SIZE.width} ${CHART_SIZE.height}">`,
    `<rect width="100%" height="100%" fill="${PAPER}"/>`,
    `<rect width="${CHART_SIZE.width}" height="1" fill="${accent}"/><rect width="44" height="5" fill="${accent}"/>`,
    write(EDGE.left, 38, short(input.title, 40), { size: 23, family: 'Newsreader', weight: 500 }),
    write(EDGE.left, 60, short(input.subtitle, 60), { size: 14.5, fill: MUTE }),
    write(EDGE.right, PLOT.top - 10, short(input.unit, 16), {
      size: SMALL,
      fill: MUTE,
      anchor: 'end',
    }),
    ...axis,
    `<line x1="${PLOT.left}" x2="${n(PLOT.right)}" y1="${n(PLOT.bottom)}" y2="${n(PLOT.bottom)}" stroke="${INK}"/>`,
    ...dates,
    ...candles,
    mark(input, x(last), y, label),
    write(EDGE.left, CHART_SIZE.height - 12, axisWords(input), { size: SMALL, fill: MUTE }),
    write(EDGE.right, CHART_SIZE.height - 12, short(input.credit, 34), {
      size: SMALL,
      fill: MUTE,
      anchor: 'end',
    }),
    '</svg>',
  ].join('');
}

function candle(
  { open, high, low, close }: ChartBar,
  x: number,
  step: number,
  y: (value: number) => number,
  color: string,
): string {
  const width = Math.max(1, Math.min(9, step * 0.62));
  const [top, bottom] = [y(Math.max(open, close)), y(Math.min(open, close))];
  const height = Math.max(1, bottom - top);
  const fill = close >= open ? PAPER : color;
  return `<line x1="${n(x)}" x2="${n(x)}" y1="${n(y(high))}" y2="${n(y(low))}" stroke="${color}"/><rect x="${n(x - width / 2)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="${fill}" stroke="${color}"/>`;
}

type FigureLabel = { side: 'above' | 'below'; width: number; covered: { low: number; high: number } };

/** The side with room for the figure: the bars that it would cover are farther from the top, or from the bottom. */
function placeLabel({ bars, figure }: ChartInput, step: number): FigureLabel {
  const width = figure.length * FIGURE_SIZE * MONO + 16;
  const near = bars.slice(-Math.max(1, Math.ceil(width / step)));
  const covered = {
    low: Math.min(...near.map((bar) => bar.low)),
    high: Math.max(...near.map((bar) => bar.high)),
  };
  const above = Math.max(...bars.map((bar) => bar.high)) - covered.high;
  const below = covered.low - Math.min(...bars.map((bar) => bar.low));
  return { side: above >= below ? 'above' : 'below', width, covered };
}

/** Where prices are drawn, bottom and top: less high where the figure has no room beside the bars otherwise. */
function plotArea(
  { side, covered }: FigureLabel,
  range: readonly [number, number],
): readonly [number, number] {
  const y = linear(range, [PLOT.bottom, PLOT.top]);
  if (side === 'above')
    return [PLOT.bottom, y(covered.high) - PLOT.top < LABEL_ROOM ? PLOT.top + LABEL_ROOM : PLOT.top];
  return [PLOT.bottom - y(covered.low) < LABEL_ROOM ? PLOT.bottom - LABEL_ROOM : PLOT.bottom, PLOT.top];
}

/** The figure with its arrow, as near to its bar as those before it leave room for, and a line between the two. */
function mark(
  { bars, figure, direction }: ChartInput,
  x: number,
  y: (value: number) => number,
  { side, width, covered }: FigureLabel,
): string {
  const bar = bars.at(-1);
  if (!bar) return '';
  const color = MOVE[direction];
  const isAbove = side === 'above';
  const base = isAbove ? y(covered.high) - 12 : y(covered.low) + 22;
  const [start, end] = isAbove ? [base + 5, y(bar.high) - 3] : [base - 14, y(bar.low) + 3];
  const leader =
    Math.abs(end - start) < 4
      ? ''
      : `<line x1="${n(x)}" x2="${n(x)}" y1="${n(start)}" y2="${n(end)}" stroke="${color}" stroke-dasharray="2 2"/>`;
  const left = PLOT.right - width + 2;
  const arrow =
    direction === 'up' ? `M${n(left)} ${n(base)}h9l-4.5 -8z` : `M${n(left)} ${n(base - 8)}h9l-4.5 8z`;
  return `${leader}<path d="${arrow}" fill="${color}"/>${write(left + 14, base, figure, { size: FIGURE_SIZE, family: 'JetBrains Mono', weight: 600, fill: color, halo: true })}`;
}

/** What the time axis counts. */
function axisWords({ timeframe, timeZone }: ChartInput): string {
  if (timeframe === '1w') return 'Week';
  if (timeframe === '1d') return /^(?:Etc\/)?UTC$/i.test(timeZone) ? 'Day, UTC' : 'Trading day';
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
  return `Time in ${place}`;
}

/** As text that is no power of ten: 1e-7 is 0.0000001. */
const plainNumber = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(15) : String(value);

/** As many decimals as the steps of the axis need, and never more than the prices have. */
function decimalsOf(values: readonly number[], most: number): number {
  const needed = values.map((value) => plainNumber(value).split('.')[1]?.replace(/0+$/, '').length ?? 0);
  return Math.min(most, Math.max(0, ...needed));
}
