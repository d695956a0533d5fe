import { decoded } from './texts-of.ts';

/** A text of a picture. `of`: where a part of it says that it comes from, if it is a figure. */
export type Drawn = {
  text: string;
  isTick: boolean;
  x: number;
  y: number;
  size: number;
  anchor: string;
  parts: { of: string | null; text: string }[];
};

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** How names and phrases are set, which are no figures. */
const WORDS = new Set(['words', 'text', 'line']);

function partsOf(inside: string): Drawn['parts'] {
  const parts: Drawn['parts'] = [];
  const all = inside.matchAll(/<tspan data-of="([^"]*)" data-as="([^"]*)">([^<]*)<\/tspan>|([^<]+)/g);
  for (const [, of = '', as = '', slot = '', words] of all)
    parts.push(
      words === undefined
        ? { of: WORDS.has(as) ? null : decoded(of), text: decoded(slot) }
        : { of: null, text: decoded(words) },
    );
  return parts;
}

/** Letters of scripts that have no spaces where a line ends. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\u30fc\uff00-\uffef]/u;
const betweenLines = (before: string, after: string): string =>
  UNSPACED.test(before.at(-1) ?? '') || UNSPACED.test(after.at(0) ?? '') ? '' : ' ';

/** Every text of a picture; lines of one paragraph are one text. */
export function textsOfSvg(svg: string): Drawn[] {
  const drawn: Drawn[] = [];
  let last = '';
  for (const { 0: whole, 1: tag = '', 2: inside = '', index } of svg.matchAll(
    /<text([^>]*)>(.*?)<\/text>/gs,
  )) {
    const parts = partsOf(inside);
    const text = parts.map((part) => part.text).join('');
    const before = drawn.at(-1);
    const isTick = attribute(tag, 'class') === 'tick';
    // The next line of a paragraph differs in its height alone, and touches it in the file.
    const kind = tag.replace(/\sy="[^"]*"/, '');
    const goesOn = !isTick && kind === last && svg.slice(0, index).endsWith('</text>');
    last = isTick ? '' : kind;
    if (goesOn && before) {
      const between = betweenLines(before.text, text);
      const [end, start] = [before.parts.at(-1), parts[0]];
      if (end && start && end.of !== null && end.of === start.of) {
        end.text += between + start.text;
        before.parts.push(...parts.slice(1));
      } else before.parts.push({ of: null, text: between }, ...parts);
      before.text += between + text;
      continue;
    }
    drawn.push({
      text,
      isTick,
      x: Number(attribute(tag, 'x')),
      y: Number(attribute(tag, 'y')),
      size: Number(attribute(tag, 'font-size')),
      anchor: attribute(tag, 'text-anchor'),
      parts,
    });
    if (whole === '') break;
  }
  return drawn;
}
