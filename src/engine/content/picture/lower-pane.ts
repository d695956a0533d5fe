import type { Text } from '#src/shared/content/text.ts';
import { fillSlots } from '../slots.ts';
import { formatPrice } from '#src/shared/figures.ts';
import { paintAxis, plainNumber, tickLabels, valueAxis, type ValueAxis } from './axis.ts';
import type { ChartFacts, ChartStyle } from './facts.ts';
import { type Domain, domainOf, FIGURE, padded, type Pane, type Plot, SMALL } from './plot.ts';
import { pathThrough } from './prices.ts';
import { freePlace, line, n, path, rect, type Rect, widthOf, write } from './svg.ts';
import { numberIn } from './words/registry.ts';

/** What is drawn below the prices. */
type LowerKind = 'volume' | 'indicator' | 'changes' | 'range';

/** What a chart has below its prices, or null for nothing. */
export function lowerKind(facts: ChartFacts, style: ChartStyle): LowerKind | null {
  if (style === 'range') return 'range';
  if (style === 'streak') return 'changes';
  if (style === 'comparison') return null;
  if (facts.pane) return 'indicator';
  const volumes = facts.bars.filter(({ volume }) => (volume ?? 0) > 0);
  return volumes.length * 2 > facts.bars.length ? 'volume' : null;
}

/** Its part of the height that prices and it share. The range has a height of its own, below the dates. */
export function lowerShare(facts: ChartFacts, kind: LowerKind): number {
  if (kind === 'indicator') return 0.36;
  if (kind === 'changes') return 0.4;
  return facts.volumeMean ? 0.36 : 0.17;
}
export const RANGE_HEIGHT = 46;

/** Changes from bar to bar: in percent, or in prices where one of them is not above zero. */
function changesOf({ bars }: ChartFacts): { values: (number | null)[]; unit: '%' | '' } {
  const isPercent = bars.every(({ close }) => close > 0);
  const values = bars.map(({ close }, at) => {
    const before = bars[at - 1]?.close;
    if (before === undefined) return null;
    return isPercent ? (close / before - 1) * 100 : close - before;
  });
  return { values, unit: isPercent ? '%' : '' };
}

/** A pane's scale and labels, before anything is drawn: the widest labels decide how wide the chart can be. */
export function lowerScale(
  facts: ChartFacts,
  kind: LowerKind,
  height: number,
): { domain: Domain; axis: ValueAxis } {
  if (kind === 'indicator' && facts.pane) {
    const { values, levels, bounds } = facts.pane;
    const seen = values.filter((value) => value !== null);
    const [low, high] = padded(domainOf([...seen, ...levels.map(({ value }) => value)]) ?? bounds, 0.1);
    const domain = [Math.max(bounds[0], low), Math.min(bounds[1], high)] as const;
    const tags = levels.map(({ value, figure }) => ({ value, figure, fill: null }));
    return {
      domain,
      axis: valueAxis(tickLabels(facts.words, domain, { height: height * 0.8, places: 0 }), tags),
    };
  }
  if (kind === 'changes') {
    const { values, unit } = changesOf(facts);
    const drawn = padded(domainOf([0, ...values.filter((value) => value !== null)]) ?? [-1, 1], 0.08);
    const domain = withBracket(drawn, facts, height);
    const places = unit === '%' ? 2 : facts.places;
    return {
      domain,
      axis: valueAxis(tickLabels(facts.words, domain, { height: height * 0.8, places, unit }), []),
    };
  }
  if (kind === 'volume') {
    const most = Math.max(...facts.bars.map(({ volume }) => volume ?? 0));
    return { domain: [0, most * 1.06], axis: valueAxis([], []) };
  }
  return { domain: [0, 1], axis: valueAxis([], []) };
}

/** The bracket of a streak and its words need room on the side of zero where its bars aren't. */
function withBracket([low, high]: Domain, { streak, direction }: ChartFacts, height: number): Domain {
  if (!streak) return [low, high];
  const part = Math.min(0.45, BRACKET_HEIGHT / height);
  return direction === 'up'
    ? [Math.min(low, (-high * part) / (1 - part)), high]
    : [low, Math.max(high, (-low * part) / (1 - part))];
}
const BRACKET_HEIGHT = 30;

/** The pane under the prices. */
export function paintLower(plot: Plot, kind: LowerKind, pane: Pane, axis: ValueAxis): string {
  if (kind === 'volume') return paintVolume(plot, pane);
  if (kind === 'changes') return paintAxis(pane, axis, plot) + paintChanges(plot, pane);
  if (kind === 'indicator') return paintAxis(pane, axis, plot) + paintIndicator(plot, pane);
  return paintRange(plot, pane.rect);
}

const bottomOf = ({ rect: box }: Pane): number => box.y + box.height;

function paintVolume({ facts, bars, palette, step, x }: Plot, pane: Pane): string {
  const width = Math.max(0.8, Math.min(11, step * 0.64));
  const last = bars.length - 1;
  // Of several columns on one pixel, the highest hides the others.
  const tallest = new Map<number, number>();
  for (const [at, { volume }] of bars.entries())
    tallest.set(Math.floor(x(at)), Math.max(volume ?? 0, tallest.get(Math.floor(x(at))) ?? 0));
  const isHidden = (at: number): boolean => (bars[at]?.volume ?? 0) < (tallest.get(Math.floor(x(at))) ?? 0);
  const columns = bars.map(({ volume }, at) => {
    if (!volume || volume <= 0 || isHidden(at)) return '';
    const top = pane.y(volume);
    const box = { x: x(at) - width / 2, y: top, width, height: Math.max(0.5, bottomOf(pane) - top) };
    return at === last ? rect(box, palette[facts.direction]) : rect(box, palette.calm, 'fill-opacity="0.55"');
  });
  const caption = write(pane.rect.x, pane.rect.y - 3, facts.words.volume, {
    size: SMALL - 2,
    face: 'sans',
    fill: palette.mute,
    halo: palette.paper,
  });
  const heights = bars.map(({ volume }, at): Rect => {
    const top = pane.y(volume ?? 0);
    return { x: x(at) - width / 2, y: top, width, height: bottomOf(pane) - top };
  });
  return columns.join('') + paintMean({ facts, palette }, pane, heights) + caption;
}

const DASHED = 'stroke-dasharray="4 3"';

/** The mean as a line, named where no column is; where there is no such place, beside the caption. */
function paintMean(
  { facts: { volumeMean, words }, palette }: Pick<Plot, 'facts' | 'palette'>,
  { rect: box, y }: Pane,
  columns: readonly Rect[],
): string {
  if (!volumeMean) return '';
  const at = y(volumeMean.value);
  const style = { size: SMALL, face: 'sans', fill: palette.ink, halo: palette.paper } as const;
  const label: Text = [...volumeMean.label, ' ', ...volumeMean.figure];
  const width = widthOf(label, style);
  const places = [0, 0.15, 0.3, 0.45, 0.6].map((part) => ({
    x: box.x + (box.width - width) * part,
    y: at - 6 - SMALL,
    width,
    height: SMALL + 2,
  }));
  // The figure of the event has the top of the pane.
  const isFree = (place: Rect): boolean =>
    place.y > box.y + FIGURE && freePlace([place], columns, 'free') !== null;
  const free = places.find(isFree);
  const right = box.x + box.width;
  const mean = line(box.x, at, right, at, palette.ink, DASHED);
  if (free) return mean + write(free.x, at - 6, label, style);
  const start = box.x + widthOf(words.volume, { size: SMALL - 2, face: 'sans' }) + 12;
  return [
    mean,
    line(start, box.y - 7, start + 18, box.y - 7, palette.ink, DASHED),
    write(start + 23, box.y - 3, label, style),
  ].join('');
}

function paintIndicator({ facts, palette, x, bars }: Plot, pane: Pane): string {
  const { pane: indicator } = facts;
  if (!indicator) return '';
  const { values, levels, label } = indicator;
  const [left, right] = [pane.rect.x, pane.rect.x + pane.rect.width];
  const points = values.map((value, at) => (value === null ? null : ([x(at), pane.y(value)] as const)));
  const end = points.at(-1);
  return [
    ...levels.map(({ value }) =>
      line(left, pane.y(value), right, pane.y(value), palette.ink, 'stroke-dasharray="4 3"'),
    ),
    path(
      pathThrough(points),
      `fill="none" stroke="${palette.accent}" stroke-width="2" stroke-linejoin="round"`,
    ),
    end
      ? `<circle cx="${n(x(bars.length - 1))}" cy="${n(end[1])}" r="4" fill="${palette[facts.direction]}" stroke="${palette.paper}" stroke-width="1.5"/>`
      : '',
    write(left, pane.rect.y - 4, label, {
      size: SMALL,
      face: 'sans',
      fill: palette.mute,
      halo: palette.paper,
    }),
  ].join('');
}

function paintChanges({ facts, palette, step, x, bars }: Plot, pane: Pane): string {
  const { values } = changesOf(facts);
  const length = facts.streak?.length ?? 0;
  const first = bars.length - length;
  const width = Math.max(1, Math.min(22, step * 0.68));
  const zero = pane.y(0);
  const columns = values.map((value, at) => {
    if (value === null || value === 0) return '';
    const top = Math.min(zero, pane.y(value));
    const box = { x: x(at) - width / 2, y: top, width, height: Math.max(1, Math.abs(pane.y(value) - zero)) };
    return at >= first ? rect(box, palette[facts.direction]) : rect(box, palette.calm, 'fill-opacity="0.5"');
  });
  const [left, right] = [pane.rect.x, pane.rect.x + pane.rect.width];
  const bracket = { from: x(Math.max(0, first)) - width / 2, to: x(bars.length - 1) + width / 2, zero };
  return (
    columns.join('') +
    line(left, zero, right, zero, palette.mute) +
    paintBracket({ facts, palette }, pane, bracket)
  );
}

/** A bracket along the bars of the streak, on the side of zero where they aren't. */
function paintBracket(
  { facts, palette }: Pick<Plot, 'facts' | 'palette'>,
  pane: Pane,
  { from, to, zero }: { from: number; to: number; zero: number },
): string {
  if (!facts.streak) return '';
  const sign = facts.direction === 'up' ? 1 : -1;
  const at = zero + sign * 7;
  const style = { size: SMALL, face: 'sans', fill: palette.ink, halo: palette.paper, anchor: 'end' } as const;
  const right = Math.max(to, pane.rect.x + widthOf(facts.streak.label, style));
  const corner = `M${n(from)} ${n(at - sign * 4)}V${n(at)}H${n(to)}V${n(at - sign * 4)}`;
  return (
    path(corner, `fill="none" stroke="${palette[facts.direction]}" stroke-width="1.5"`) +
    write(right, sign > 0 ? at + SMALL + 3 : at - 5, facts.streak.label, style)
  );
}

/** The range of the bars that are drawn, from low to high, with the close of the event in it. */
function paintRange({ facts, bars, palette }: Plot, box: Rect): string {
  const [low, high] = domainOf(bars.flatMap((bar) => [bar.low, bar.high])) ?? [0, 1];
  const close = bars.at(-1)?.close ?? low;
  const [middle, right] = [box.y + 14, box.x + box.width];
  const at = box.x + (high === low ? 0.5 : (close - low) / (high - low)) * box.width;
  const style = { size: SMALL, face: 'sans', fill: palette.mute } as const;
  const ends = [drawn('low', low, facts), drawn('high', high, facts)] as const;
  const room = box.width - widthOf(ends[0], style) - widthOf(ends[1], style) - 24;
  const words = spanWords(bars.length, facts);
  const center = box.x + widthOf(ends[0], style) + 12 + room / 2;
  return [
    rect({ x: box.x, y: middle - 4, width: box.width, height: 8 }, palette.line, 'rx="4"'),
    rect({ x: box.x, y: middle - 4, width: Math.max(4, at - box.x), height: 8 }, palette.accent, 'rx="4"'),
    rect(
      { x: Math.min(right - 4, Math.max(box.x, at - 2)), y: middle - 9, width: 4, height: 18 },
      palette[facts.direction],
      `rx="1" stroke="${palette.paper}"`,
    ),
    write(box.x, box.y + 38, ends[0], style),
    widthOf(words, style) <= room ? write(center, box.y + 38, words, { ...style, anchor: 'middle' }) : '',
    write(right, box.y + 38, ends[1], { ...style, anchor: 'end' }),
  ].join('');
}

/** A figure of the bars that are drawn: computed from them, and no part of the evidence. */
const drawn = (of: 'low' | 'high', value: number, { places, words }: ChartFacts): Text => {
  const text = numberIn(words, formatPrice(plainNumber(value), places));
  return [`${words[of]} `, { slot: 'figure', of: `drawn.${of}`, as: 'price', text }];
};

const spanWords = (bars: number, { words }: ChartFacts): Text =>
  fillSlots(words.range[bars === 1 ? 0 : 1], {
    count: { slot: 'figure', of: 'drawn.bars', as: 'count', text: String(bars) },
  });
