import { isSlot, nodeText, type Text, type TextNode, tidyText } from '#src/shared/content/text.ts';
import { drawable } from '../drawable.ts';
import { type Face, textWidth } from '../typefaces.ts';

/** Scripts that are written without spaces: a line may end between any two of their characters, within rules. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u;
/** What may not begin a line, nor end one (JIS X 4051). */
const NO_START =
  /^[、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】°′″℃％‰ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ,.:;?!%)\]}»›…]/u;
const NO_END = /[‘“（〔［｛〈《「『【￥＄£#([{«‹]$/u;

/** Words from other languages: a line that ends in one is hard to read. */
const KATAKANA = /[\p{Script=Katakana}\u30fc]/u;

/** A stretch of text that no line ends in, from one node. `space`: it is white, and a line may end there. */
type Piece = { at: number; text: string; width: number; space: boolean; whole: boolean };
export type Line = readonly Piece[];

export type LineStyle = { face: Face; size: number };

/** Figures and symbols are never cut. */
const isWhole = (node: TextNode): boolean =>
  isSlot(node) && (node.slot === 'figure' || node.slot === 'symbol');

/** Short names and periods in scripts without spaces stay together where a line has room for them. */
const isOne = (node: TextNode, text: string): boolean =>
  isSlot(node) &&
  (node.slot === 'name' || node.slot === 'period') &&
  text.length <= 10 &&
  !text.includes(' ') &&
  UNSPACED.test(text);

function piecesOf(nodes: Text, { face, size }: LineStyle): Piece[] {
  return nodes.flatMap((node, at): Piece[] => {
    const text = nodeText(node).replaceAll(/[ \t\r\n]+/g, ' ');
    const whole = isWhole(node);
    const parts = whole || isOne(node, text) ? [text] : partsOf(text);
    return parts.map((part) => ({
      at,
      text: part,
      width: textWidth(part, face, size),
      space: part === ' ',
      whole,
    }));
  });
}

/** Words, single characters of scripts without spaces, and spaces. No-break spaces belong to their words. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const character of text) {
    const last = parts.at(-1);
    const joins =
      last !== undefined &&
      last !== ' ' &&
      character !== ' ' &&
      (/^\p{M}$/u.test(character) || (!UNSPACED.test(character) && !UNSPACED.test(last)));
    if (joins) parts[parts.length - 1] = last + character;
    else parts.push(character);
  }
  return parts;
}

const isOneWord = (before: string, after: string): boolean => KATAKANA.test(before) && KATAKANA.test(after);

/** Whether a line may end between two pieces that touch. */
const mayBreak = (before: Piece, after: Piece): boolean =>
  before.space ||
  after.space ||
  (!isOneWord(before.text.at(-1) ?? '', after.text.at(0) ?? '') &&
    (UNSPACED.test(before.text.at(-1) ?? '') || UNSPACED.test(after.text)) &&
    !NO_START.test(after.text) &&
    !NO_END.test(before.text));

/** Pieces that stay together, each group as wide as it is. */
function groupsOf(pieces: readonly Piece[]): Piece[][] {
  const groups: Piece[][] = [];
  for (const [at, piece] of pieces.entries()) {
    const before = pieces[at - 1];
    if (before && !mayBreak(before, piece)) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** A text cut wherever a line may end. */
export const breakable = (text: string): string[] =>
  groupsOf(piecesOf([text], { face: 'sans', size: 16 })).map((group) =>
    group.map(({ text: part }) => part).join(''),
  );

const widthOfAll = (pieces: Line): number => pieces.reduce((sum, { width }) => sum + width, 0);

/** A group that is wider than a line, cut between its characters; figures stay whole. */
function cutUp(group: readonly Piece[], most: number, style: LineStyle): Piece[][] {
  if (widthOfAll(group) <= most) return [[...group]];
  return group.flatMap((piece) =>
    piece.whole
      ? [[piece]]
      : [...piece.text].map((text) => [{ ...piece, text, width: textWidth(text, style.face, style.size) }]),
  );
}

function fill(groups: readonly (readonly Piece[])[], most: number): Line[] {
  const lines: Piece[][] = [];
  let width = 0;
  for (const group of groups) {
    const isSpace = group[0]?.space === true;
    const wide = widthOfAll(group);
    const line = lines.at(-1);
    if (!line || (!isSpace && width + wide > most)) {
      if (isSpace) continue;
      lines.push([...group]);
      width = wide;
    } else {
      line.push(...group);
      width += wide;
    }
  }
  return lines.map(trimmed);
}

const trimmed = (line: Line): Line => {
  const end = line.findLastIndex(({ space }) => !space);
  return line.slice(0, end + 1);
};

/** The line as a text: each slot still says where it is from. */
function textOf(line: Line, nodes: Text): Text {
  const text: Text = [];
  let last = -1;
  for (const { at, text: part } of line) {
    const node = nodes[at];
    const before = text.at(-1);
    if (node === undefined) continue;
    if (at === last && before !== undefined) text[text.length - 1] = withText(node, nodeText(before) + part);
    else text.push(withText(node, part));
    last = at;
  }
  return tidyText(text);
}

const withText = (node: TextNode, text: string): TextNode => {
  if (typeof node === 'string') return text;
  return 'author' in node ? { author: text } : { ...node, text };
};

type Set = { lines: Text[]; size: number; face: Face; isCut: boolean };

type Room = {
  most: number;
  face: Face;
  /** Tried in turn, the largest first. */
  sizes: readonly number[];
  /** Lines at most, by the size. */
  lines: (size: number) => number;
  /** Lines of about one length instead of full ones. */
  isBalanced?: boolean;
};

/**
 * A text in lines that fit: in the largest size that needs no more lines than there are. What doesn't fit in the smallest
 * ends with "…", never within a figure or a date.
 */
export function setLines(
  text: Text,
  { most, face: wanted, sizes, lines: limit, isBalanced = false }: Room,
): Set {
  const { nodes, face } = drawable(text, wanted);
  for (const size of sizes) {
    const groups = groupsOf(piecesOf(nodes, { face, size }));
    // A word is broken in the smallest size alone.
    if (size !== sizes.at(-1) && groups.some((group) => widthOfAll(group) > most)) continue;
    const whole = groups.flatMap((group) => cutUp(group, most, { face, size }));
    const lines = fill(whole, most);
    if (lines.length > limit(size)) continue;
    const even = isBalanced ? fill(whole, evenWidth(whole, most, lines.length)) : lines;
    return { lines: even.map((line) => textOf(line, nodes)), size, face, isCut: false };
  }
  const size = sizes.at(-1) ?? 16;
  const style = { face, size };
  const whole = groupsOf(piecesOf(nodes, style)).flatMap((group) => cutUp(group, most, style));
  const all = fill(whole, most);
  const lines = all.slice(0, Math.max(1, limit(size)));
  const next = all[lines.length]?.[0] ?? null;
  const last = lines.pop() ?? [];
  return {
    lines: [...lines.map((line) => textOf(line, nodes)), cutLine({ line: last, next }, nodes, most, style)],
    size,
    face,
    isCut: true,
  };
}

/** The least width that needs no more lines. */
function evenWidth(groups: readonly (readonly Piece[])[], most: number, count: number): number {
  let [low, high] = [Math.max(...groups.map(widthOfAll)), most];
  while (high - low > 1) {
    const middle = (low + high) / 2;
    if (fill(groups, middle).length > count) low = middle;
    else high = middle;
  }
  return Math.min(most, high + 1);
}

/** A line that goes on, ended with "…" before the last that is no part of a date. */
function cutLine(
  { line, next }: { line: Line; next: Piece | null },
  nodes: Text,
  most: number,
  style: LineStyle,
): Text {
  const mark = textWidth('…', style.face, style.size);
  let kept = line;
  while (kept.length > 0 && widthOfAll(kept) + mark > most) kept = trimmed(kept.slice(0, -1));
  const cut = line[kept.length] ?? next;
  const node = kept.at(-1)?.at === cut?.at && cut ? nodes[cut.at] : undefined;
  const isHalf = node !== undefined && isSlot(node) && (node.slot === 'date' || node.slot === 'period');
  if (isHalf) kept = trimmed(kept.filter(({ at }) => at !== cut?.at));
  const text = textOf(kept, nodes);
  const end = text.at(-1);
  // "length.…" has a sign too many.
  if (end !== undefined && !isSlot(end))
    text[text.length - 1] = withText(end, nodeText(end).replace(/[\s.,;:–—-]+$/u, ''));
  return [...text, '…'];
}
