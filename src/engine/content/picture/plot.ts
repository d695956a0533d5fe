import type { ChartBar, ChartFacts } from './facts.ts';
import type { Palette } from './palette.ts';
import { linear } from './scale.ts';
import type { Rect } from './svg.ts';

/** Sizes of type in a chart, in its own pixels; a card draws the whole larger. */
export const SMALL = 13;
export const FIGURE = 17;
/** Free height that the figure of the event needs beside the bars. */
const FIGURE_ROOM = 34;

export type Domain = readonly [low: number, high: number];

/** A part of the chart with a scale of its own. */
export type Pane = { rect: Rect; domain: Domain; y: (value: number) => number };

export type Plot = {
  facts: ChartFacts;
  bars: readonly ChartBar[];
  palette: Palette;
  price: Pane;
  /** Width of one bar, and the middle of a bar by its place. */
  step: number;
  x: (at: number) => number;
};

/** Lowest and highest value of some, null for none. */
export function domainOf(values: Iterable<number>): Domain | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : null;
}

/** A domain with air at both ends; one of a single value gets some height. */
export function padded([low, high]: Domain, part = 0.05): Domain {
  const pad = (high - low || Math.abs(high) || 1) * part;
  return [low - pad, high + pad];
}

/** Where the figure of the event goes: at the right end, over or under what is drawn there. */
export type FigurePlace = { side: 'above' | 'below'; width: number; covered: Domain };

/** The side with more room. `spans`: lowest and highest value drawn at each bar. */
export function placeFigure(spans: readonly Domain[], step: number, width: number): FigurePlace {
  const near = domainOf(spans.slice(-Math.max(1, Math.ceil(width / step))).flat()) ?? [0, 0];
  const all = domainOf(spans.flat()) ?? [0, 0];
  const isAbove = all[1] - near[1] >= near[0] - all[0];
  return { side: isAbove ? 'above' : 'below', width, covered: near };
}

/** A pane whose scale leaves the figure room within its edges. */
export function paneOf(rect: Rect, domain: Domain, figure: FigurePlace | null): Pane {
  const [bottom, top] = [rect.y + rect.height, rect.y];
  const whole = linear(domain, [bottom, top]);
  const room = Math.min(FIGURE_ROOM, rect.height * 0.35);
  const free = !figure
    ? Infinity
    : figure.side === 'above'
      ? whole(figure.covered[1]) - top
      : bottom - whole(figure.covered[0]);
  if (free >= room) return { rect, domain, y: whole };
  const ends = figure?.side === 'above' ? ([bottom, top + room] as const) : ([bottom - room, top] as const);
  return { rect, domain, y: linear(domain, ends) };
}

/** Bars after which a market was away for so long that a line over the gap would say too much. */
export function breaksOf(bars: readonly ChartBar[], lengthMs: number): ReadonlySet<number> {
  const most = Math.max(10 * lengthMs, 6 * 86_400_000);
  return new Set(
    bars.flatMap(({ time }, at) => (at > 0 && time - (bars[at - 1]?.time ?? time) > most ? [at] : [])),
  );
}
