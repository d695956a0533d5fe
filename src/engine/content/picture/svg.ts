import { isSlot, nodeText, plain, type Text } from '#src/shared/content/text.ts';
import { drawable } from './drawable.ts';
import { type Face, faceAttributes, textWidth } from './typefaces.ts';

/** Left and top, width and height, in pixels of the picture. */
export type Rect = { x: number; y: number; width: number; height: number };

export type TextStyle = {
  size: number;
  face: Face;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
  /** Color of the ground, to keep lines off the letters. */
  halo?: string;
  /** Between letters, in sizes of the type; none unless given. */
  tracking?: number;
  /** A label of an axis: the one kind of figure that is no slot of the evidence. */
  isTick?: true;
};

export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** At most two decimals, and never "-0". */
export const n = (value: number): string => String(Math.round(value * 100) / 100 || 0);

/** A text with its baseline at `y`. Each slot says where its figure comes from, so that it can be read back. */
export function write(x: number, y: number, text: Text | string, style: TextStyle): string {
  const { nodes: drawn, face } = drawable(text, style.face);
  if (drawn.length === 0) return '';
  const halo = style.halo
    ? ` stroke="${style.halo}" stroke-width="${n(style.size * 0.3)}" stroke-linejoin="round" paint-order="stroke"`
    : '';
  const nodes = drawn.map(tspan).join('');
  const words = spacing(plain(drawn), { face, size: style.size });
  return `<text x="${n(x)}" y="${n(y)}" ${faceAttributes(face)} font-size="${n(style.size)}" fill="${style.fill}" text-anchor="${style.anchor ?? 'start'}"${style.isTick ? ' class="tick"' : ''}${style.tracking ? ` letter-spacing="${n(style.tracking * style.size)}"` : ''}${words ? ` word-spacing="${n(words)}"` : ''}${halo}>${nodes}</text>`;
}

function tspan(node: Text[number]): string {
  const text = escape(nodeText(node));
  return isSlot(node) ? `<tspan data-of="${escape(node.of)}" data-as="${node.as}">${text}</tspan>` : text;
}

export function widthOf(
  text: Text | string,
  { face, size, tracking = 0 }: Pick<TextStyle, 'face' | 'size' | 'tracking'>,
): number {
  const drawn = drawable(text, face);
  const letters = plain(drawn.nodes);
  const spaces = letters.match(/[ \u00a0]/g)?.length ?? 0;
  return (
    textWidth(letters, drawn.face, size) +
    [...letters].length * tracking * size +
    spaces * spacing(letters, { face: drawn.face, size })
  );
}

/** A name shortened to a width with "…"; what fits is left as it is. */
export function shorten(text: string, most: number, style: Pick<TextStyle, 'face' | 'size'>): string {
  if (widthOf(text, style) <= most) return text;
  let kept = [...text];
  while (kept.length > 1 && widthOf(`${kept.join('').trimEnd()}…`, style) > most) kept = kept.slice(0, -1);
  return `${kept.join('').trimEnd()}…`;
}

/** Figures of one width are set with less room between a figure and its unit than between figures. */
const spacing = (letters: string, { face, size }: Pick<TextStyle, 'face' | 'size'>): number =>
  (face === 'figure' || face === 'mono') && letters.includes(NO_BREAK) ? -0.28 * size : 0;
const NO_BREAK = '\u00a0';

const isName = (node: Text[number]): boolean =>
  typeof node === 'object' && ('author' in node || node.slot === 'name' || node.slot === 'symbol');

/**
 * A text that fits a width: its longest name is shortened, and if that is not enough, the last parts are left out. A
 * figure or a date is never cut.
 */
export function fitText(text: Text, most: number, style: Pick<TextStyle, 'face' | 'size'>): Text {
  const over = widthOf(text, style) - most;
  if (over <= 0) return text;
  const names = text.filter(isName);
  const longest = names.toSorted((a, b) => nodeText(b).length - nodeText(a).length)[0];
  const room = longest === undefined ? 0 : widthOf(nodeText(longest), style) - over;
  if (longest !== undefined && room >= style.size * 3) {
    const short = shorten(nodeText(longest), room, style);
    return text.map((node) => (node === longest ? (isSlot(node) ? { ...node, text: short } : short) : node));
  }
  if (text.length > 1) return fitText(withoutEnd(text), most, style);
  return text.some(isSlot) ? [] : [shorten(plain(text), most, style)];
}

/** Without its last part, and without the " · " that led to it. */
function withoutEnd(text: Text): Text {
  const rest = text.slice(0, -1);
  const last = rest.at(-1);
  return typeof last === 'string' && last.trim() === '·' ? rest.slice(0, -1) : rest;
}

export const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, more = ''): string =>
  `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}"${more && ` ${more}`}/>`;

export const rect = ({ x, y, width, height }: Rect, fill: string, more = ''): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${more && ` ${more}`}/>`;

export const path = (d: string, more: string): string => `<path d="${d}" ${more}/>`;

/** A triangle in the place of a letter: up or down, its left foot at `x`, its base on the line of the text. */
export function arrow(
  x: number,
  baseline: number,
  size: number,
  direction: 'up' | 'down',
  fill: string,
): string {
  const [width, height] = [size * 0.56, size * 0.5];
  const d =
    direction === 'up'
      ? `M${n(x)} ${n(baseline - size * 0.08)}h${n(width)}l${n(-width / 2)} ${n(-height)}z`
      : `M${n(x)} ${n(baseline - height - size * 0.08)}h${n(width)}l${n(-width / 2)} ${n(height)}z`;
  return path(d, `fill="${fill}"`);
}

const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** The first of some places that covers nothing, else the one that covers least; with `free`, none. Null for no places. */
export function freePlace<T extends Rect>(
  places: readonly T[],
  taken: readonly Rect[],
  wanted: 'least' | 'free' = 'least',
): T | null {
  let best: { place: T; covered: number } | null = null;
  for (const place of places) {
    const covered = taken.reduce((sum, each) => sum + overlap(place, each), 0);
    if (covered === 0) return place;
    if (!best || covered < best.covered) best = { place, covered };
  }
  return wanted === 'free' ? null : (best?.place ?? null);
}
