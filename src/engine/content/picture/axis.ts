import { formatPrice } from '#src/shared/figures.ts';
import { nodeText, type Text } from '#src/shared/content/text.ts';
import { marketTime, timeLabels } from './dates.ts';
import { type Pane, type Plot, SMALL } from './plot.ts';
import { ticks } from './scale.ts';
import { line, rect, type TextStyle, widthOf, write } from './svg.ts';
import type { PictureWords } from './words/picture-words.ts';
import { numberIn } from './words/registry.ts';

const GAP = 8;
/** Wider labels are set smaller: prices with fifteen figures happen. */
const WIDEST = 118;

/** A figure of the evidence on the axis, in place of the ticks near it. A filled one is the event's. */
export type Tag = { value: number; figure: Text; fill: string | null };

export type ValueAxis = {
  labels: readonly { value: number; text: string }[];
  tags: readonly Tag[];
  size: number;
  /** Room at the right of the pane. */
  width: number;
};

/** As text that is no power of ten: 1e-7 is 0.0000001. */
export const plainNumber = (value: number): string =>
  Math.abs(value) < 1e-6 && value !== 0 ? value.toFixed(15) : String(value);

/** As many decimals as the steps need, and never more than `most`. */
function decimalsOf(values: readonly number[], most: number): number {
  const needed = values.map((value) => plainNumber(value).split('.')[1]?.replace(/0+$/, '').length ?? 0);
  return Math.min(most, Math.max(0, ...needed));
}

/** Round values for a pane so high, as text with at most `places` decimals and a unit behind. */
export function tickLabels(
  words: Pick<PictureWords, 'numbers'>,
  domain: readonly [number, number],
  { height, places, unit = '' }: { height: number; places: number; unit?: string },
): { value: number; text: string }[] {
  const values = ticks(...domain, Math.max(2, Math.floor(height / 24)));
  const decimals = decimalsOf(values, places);
  const labels = values.map((value) => ({
    value,
    text: numberIn(words, `${formatPrice(plainNumber(value), decimals)}${unit}`),
  }));
  // Steps finer than the prices would repeat a label.
  return labels.filter(({ text }, at) => text !== labels[at - 1]?.text);
}

/** An axis as wide as its widest label. */
export function valueAxis(labels: ValueAxis['labels'], tags: readonly Tag[]): ValueAxis {
  const texts = [
    ...labels.map(({ text }) => text),
    ...tags.map(({ figure }) => figure.map(nodeText).join('')),
  ];
  const widest = Math.max(0, ...texts.map((text) => widthOf(text, { face: 'mono', size: SMALL })));
  const size = SMALL * Math.min(1, WIDEST / widest);
  return { labels, tags, size, width: Math.min(widest, WIDEST) + GAP + 4 };
}

/** Grid and labels of a pane, at its right. */
export function paintAxis(pane: Pane, axis: ValueAxis, { palette }: Plot): string {
  const { rect: box, y } = pane;
  const [left, right, edge] = [box.x, box.x + box.width, box.x + box.width + axis.width];
  const style: TextStyle = { size: axis.size, face: 'mono', fill: palette.mute, anchor: 'end', isTick: true };
  const placed = spread(axis.tags, pane, axis.size + 5);
  const isFree = (at: number): boolean => placed.every((tag) => Math.abs(tag.at - at) >= axis.size + 2);
  const grid = axis.labels.map(({ value, text }) => {
    const at = y(value);
    if (at < box.y - 1 || at > box.y + box.height + 1) return '';
    const label = isFree(at) ? write(edge - 4, at + axis.size * 0.35, text, style) : '';
    return line(left, at, right, at, palette.line) + label;
  });
  return grid.join('') + placed.map((tag) => paintTag(tag, { right, edge }, axis.size, palette)).join('');
}

type Placed = Tag & { at: number };

function paintTag(
  { figure, fill, at }: Placed,
  { right, edge }: { right: number; edge: number },
  size: number,
  palette: Plot['palette'],
): string {
  const style: TextStyle = { size, face: 'mono', fill: fill ? palette.paper : palette.ink, anchor: 'end' };
  const height = size + 5;
  const box = { x: right + 2, y: at - height / 2, width: edge - right - 2, height };
  return (fill ? rect(box, fill, 'rx="2"') : '') + write(edge - 4, at + size * 0.35, figure, style);
}

/** Tags apart from each other, as near to their values as that leaves room for, and within the pane. */
function spread(tags: readonly Tag[], { rect: box, y }: Pane, apart: number): Placed[] {
  const placed = tags.map((tag) => ({ ...tag, at: y(tag.value) })).toSorted((a, b) => a.at - b.at);
  const bottom = box.y + box.height;
  for (const [index, tag] of placed.entries())
    tag.at = Math.max(tag.at, (placed[index - 1]?.at ?? -Infinity) + apart);
  let below = bottom + apart;
  for (const tag of placed.toReversed()) {
    tag.at = Math.min(tag.at, below - apart);
    below = tag.at;
  }
  return placed;
}

/** Dates or hours below a line at `top`. */
export function paintTimes({ facts, bars, x, price, palette }: Plot, top: number): string {
  const [left, right] = [price.rect.x, price.rect.x + price.rect.width];
  const style: TextStyle = { size: SMALL, face: 'mono', fill: palette.mute, anchor: 'middle', isTick: true };
  const { dates } = facts.words;
  const times = bars.map(({ time }) =>
    marketTime(time, facts.timeframe, facts.timeZone).setLocale(dates.locale),
  );
  let free = left;
  const most = Math.max(2, Math.floor((right - left) / 80));
  const labels = timeLabels(times, most, facts).map(({ at, text }) => {
    const mark = line(x(at), top, x(at), top + 4, palette.mute);
    const half = widthOf(text, style) / 2;
    if (x(at) - half < free || x(at) + half > right + 2) return mark;
    free = x(at) + half + SMALL;
    return mark + write(x(at), top + 18, text, style);
  });
  return line(left, top, right, top, palette.ink) + labels.join('');
}
