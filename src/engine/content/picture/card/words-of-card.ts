import { isSlot, plain, type Text } from '#src/shared/content/text.ts';
import { arrow, fitText, rect, type Rect, widthOf, write } from '../svg.ts';
import { headingFace } from '../heading-face.ts';
import { faceFor, isJapanese } from '../typefaces.ts';
import { CAP, type Card, FIGURE_TRACKING, KANJI, LEADING } from './card.ts';
import type { CardLayout } from './layouts.ts';
import { setLines } from './line-breaks.ts';

/** Above the headline: the symbol, the timeframe, and whether it is a trial run. @returns its SVG and the next free line */
export function kickerOf({ chart, document, kicker, gap, palette }: Card, { x, y, width }: Rect) {
  const symbol =
    chart?.shortTitle ?? document.dateline.filter((node) => isSlot(node) && node.slot === 'symbol');
  const period = document.dateline.filter((node) => isSlot(node) && node.slot === 'period');
  const baseline = y + kicker * CAP;
  const tag = document.notice?.title ?? [];
  const tagStyle = { face: 'sans', size: kicker * 0.82, fill: palette.ink } as const;
  const tagWidth = tag.length > 0 ? widthOf(tag, tagStyle) + kicker : 0;
  const mono = { face: 'figure', size: kicker, fill: palette.ink } as const;
  const sans = { face: 'sans', size: kicker, fill: palette.mute } as const;
  const room = width - tagWidth - (tagWidth > 0 ? kicker : 0);
  const first = fitText(symbol, room, mono);
  const next = widthOf(first, mono) + kicker * 0.7;
  const periodFits = next + widthOf(period, sans) <= room;
  const box = { x: x + width - tagWidth, y: baseline - kicker * 1.08, width: tagWidth, height: kicker * 1.5 };
  return {
    bottom: baseline + gap * 0.75,
    svg: [
      write(x, baseline, first, mono),
      periodFits ? write(x + next, baseline, period, sans) : '',
      tagWidth > 0
        ? rect(box, 'none', `rx="3" stroke="${palette.calm}" stroke-width="1.5"`) +
          write(box.x + tagWidth / 2, baseline - kicker * 0.06, tag, { ...tagStyle, anchor: 'middle' })
        : '',
    ].join(''),
  };
}

/** The headline in lines. @returns its SVG and the baseline of its last line */
export function headlineOf(
  { document: { headline, dateline, look }, palette }: Card,
  { x, y, width, height }: Rect,
  { sizes, lines }: CardLayout['headline'],
) {
  const symbol = dateline.find((node) => isSlot(node) && node.slot === 'symbol');
  // A name that no font can draw is told by its symbol.
  const told = headline.map((node) =>
    isSlot(node) && node.slot === 'name' && node.of === 'instrument.name' && symbol && isLost(node.text)
      ? symbol
      : node,
  );
  const set = setLines(told, {
    most: width,
    face: headingFace(look),
    sizes,
    lines: (size) => Math.max(1, Math.min(lines, Math.floor(height / (size * LEADING)))),
    isBalanced: true,
  });
  const first = y + set.size * (isJapanese(set.face) ? KANJI : CAP);
  const svg = set.lines.map((text, at) =>
    write(x, first + at * set.size * LEADING, text, { face: set.face, size: set.size, fill: palette.ink }),
  );
  const bottom = first + (set.lines.length - 1) * set.size * LEADING;
  return { svg: svg.join(''), bottom: bottom + set.size * 0.2 };
}

/** Half a name is none: other signs, such as emoji, may be missing. */
const isLost = (name: string): boolean => {
  const letters = name.normalize('NFC').match(/\p{L}/gu)?.join('') ?? '';
  return letters === '' || faceFor(letters, 'serif') === null;
};

/** A figure and the words around it, such as "3.26" and "times the mean", which are set as words. */
function partsOf(value: Text): { before: Text; figure: Text; words: Text; isGlued: boolean } {
  const [from, end] = [value.findIndex(isSlot), value.findLastIndex(isSlot) + 1];
  const isUnit = (text: Text): boolean => !/\p{L}/u.test(plain(text));
  if (end === 0) return { before: [], figure: value, words: [], isGlued: false };
  const [before, words] = [value.slice(0, from), value.slice(end)];
  const isGlued = !/^\s/.test(plain(words));
  return {
    // An SVG drops a space at the ends of a text.
    before: isUnit(before) ? [] : trimmed(before),
    figure: [...(isUnit(before) ? before : []), ...value.slice(from, end), ...(isUnit(words) ? words : [])],
    words: isUnit(words) ? [] : trimmed(words),
    isGlued,
  };
}

const trimmed = (text: Text): Text => text.map((node) => (typeof node === 'string' ? node.trim() : node));

/**
 * The figure as large as it fits, with its arrow and the words that belong to it; `baseline` is its own. A size of 0 is no
 * figure.
 */
export function figureOf(card: Card, { x, width }: Pick<Rect, 'x' | 'width'>, baseline: number) {
  const { direction, figure: given } = card.document;
  if (!given || plain(given.value) === '') return { svg: '', size: 0, end: x };
  const { palette } = card;
  const { before, figure, words, isGlued } = partsOf(given.value);
  const sans = { face: 'sans', size: card.label * 1.25, fill: palette.ink } as const;
  const gap = card.label * (isGlued ? 0.15 : 0.5);
  const ahead = before.length === 0 ? 0 : widthOf(before, sans) + card.label * 0.5;
  const after = words.length === 0 ? 0 : gap + widthOf(words, sans);
  const type = (size: number) => ({ face: 'figure', size, tracking: FIGURE_TRACKING }) as const;
  const mark = (size: number): number => (direction ? size * 0.82 : 0);
  const measured = (size: number): number => mark(size) + ahead + widthOf(figure, type(size)) + after;
  const least = card.figure.at(-1) ?? 24;
  const fits = card.figure.find((each) => measured(each) <= width);
  const size = fits ?? Math.min(least, (least * width) / measured(least));
  const fill = direction ? palette[direction] : palette.ink;
  const start = x + mark(size) + ahead;
  const end = start + widthOf(figure, type(size));
  return {
    size,
    end: end + after,
    svg: [
      direction ? arrow(x, baseline, size * 1.12, direction, fill) : '',
      write(x + mark(size), baseline, before, sans),
      write(start, baseline, figure, { ...type(size), fill }),
      write(end + gap, baseline, words, sans),
    ].join(''),
  };
}
