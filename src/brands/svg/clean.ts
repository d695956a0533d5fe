import { cleanDeclarations, cleanSheet, isInside, PAINT, referredIn } from './style.ts';
import { type Element, readXml } from './xml.ts';

const SHAPES: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'defs',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'symbol',
  'use',
]);
const GEOMETRY: ReadonlySet<string> = new Set([
  'class',
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'id',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'points',
  'preserveAspectRatio',
  'r',
  'rx',
  'ry',
  'spreadMethod',
  'transform',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
]);
/** Drawings of one logo, with what it draws again by reference. */
const DRAWINGS_MAX = 20_000;

/** A logo that can't be used; the message says why, and what to do. */
export class SvgError extends Error {
  override readonly name = 'SvgError';
}

/** The picture of a logo, and its size in units of its own. */
export type CleanSvg = { width: number; height: number; sized: (width: number, height: number) => string };

const OF_ITS_OWN: Readonly<Record<string, string>> = {
  text: 'The logo has text in it. Convert it to outlines, and export it again.',
  image: 'The logo has a picture in it. Upload it as PNG instead.',
};

/**
 * An SVG written anew from the shapes, gradients and masks that it has. Scripts, events, styles that load something,
 * animations, filters, foreign content and links are not in it. @throws SvgError, XmlError
 */
export function cleanSvg(text: string): CleanSvg {
  const root = readXml(text.replace(/^\ufeff/, ''));
  if (root.name !== 'svg') throw new SvgError('It isn’t an SVG.');
  assertDrawable(root);
  const { width, height, viewBox } = sizeOf(root);
  const inside = root.children.map(written).join('');
  const paint = attributesOf(root, (name) => PAINT.has(name));
  return {
    width,
    height,
    sized: (wide, high) =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${wide}" height="${high}" viewBox="${viewBox}"${paint}>${inside}</svg>`,
  };
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function written(node: Element | string): string {
  if (typeof node === 'string') return '';
  const { name, children } = node;
  if (name === 'style') return `<style>${escape(sheetOf(node))}</style>`;
  if (!SHAPES.has(name)) return '';
  const inside = children.map(written).join('');
  return `<${name}${attributesOf(node, (each) => GEOMETRY.has(each) || PAINT.has(each))}>${inside}</${name}>`;
}

const sheetOf = ({ children }: Element): string =>
  cleanSheet(children.filter((child) => typeof child === 'string').join(''));

function attributesOf({ attributes }: Element, isKept: (name: string) => boolean): string {
  return [...attributes]
    .map(([name, value]) => {
      if (name === 'style') {
        const style = cleanDeclarations(value);
        return style === '' ? '' : ` style="${escape(style)}"`;
      }
      if (name === 'href' || name === 'xlink:href')
        return /^#[\w.-]+$/.test(value.trim()) ? ` xlink:href="${escape(value.trim())}"` : '';
      return isKept(name) && isInside(value) ? ` ${name}="${escape(value)}"` : '';
    })
    .join('');
}

/** Refers to so much, over references of references, that drawing it would take long; or to itself. */
function assertDrawable(root: Element): void {
  const byId = new Map<string, Element>();
  const clipped = new Set<string>();
  const visit = (element: Element): void => {
    const reason = Object.hasOwn(OF_ITS_OWN, element.name) ? OF_ITS_OWN[element.name] : undefined;
    if (reason !== undefined) throw new SvgError(reason);
    const id = element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    if (element.name === 'style') for (const each of referredIn(sheetOf(element))) clipped.add(each);
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(root);

  const known = new Map<Element, number>();
  const open = new Set<Element>();
  function drawings(element: Element): number {
    const before = known.get(element);
    if (before !== undefined) return before;
    if (open.has(element)) throw new SvgError('The logo refers to itself.');
    open.add(element);
    let count = 1;
    for (const child of element.children) if (typeof child !== 'string') count += drawings(child);
    for (const id of referencesOf(element, clipped)) {
      const target = byId.get(id);
      if (target) count += drawings(target);
    }
    open.delete(element);
    if (count > DRAWINGS_MAX)
      throw new SvgError('The logo is too complex. Simplify it, or upload it as PNG.');
    known.set(element, count);
    return count;
  }
  drawings(root);
}

/** A class may have any reference of the style sheet: those of shapes count as if it had all. */
function referencesOf({ attributes, children }: Element, ofSheet: ReadonlySet<string>): string[] {
  const own = [...attributes].flatMap(([name, value]) =>
    name === 'href' || name === 'xlink:href' ? [value.trim().replace(/^#/, '')] : referredIn(value),
  );
  const isShape = children.every((child) => typeof child === 'string');
  return attributes.has('class') && isShape ? [...own, ...ofSheet] : own;
}

function sizeOf({ attributes }: Element): { width: number; height: number; viewBox: string } {
  const number = (text: string | undefined): number | null => {
    const [, digits] = /^\s*(\d+(?:\.\d+)?)(?:px|pt|mm|cm|in|pc)?\s*$/.exec(text ?? '') ?? [];
    return digits === undefined ? null : Number(digits);
  };
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const hasBox = box.length === 4 && box.every((each) => Number.isFinite(each) && Math.abs(each) <= 1e6);
  const [, , boxWidth = 0, boxHeight = 0] = hasBox ? box : [];
  const width = boxWidth > 0 ? boxWidth : (number(attributes.get('width')) ?? 0);
  const height = boxHeight > 0 ? boxHeight : (number(attributes.get('height')) ?? 0);
  if (!(width > 0 && height > 0 && width <= 1e6 && height <= 1e6))
    throw new SvgError('The logo has no size. Export it with a width and a height.');
  return {
    width,
    height,
    viewBox: hasBox && boxWidth > 0 && boxHeight > 0 ? box.join(' ') : `0 0 ${width} ${height}`,
  };
}
