/** What a logo may be painted with. No filter, no dash, no font: what takes long to draw, or needs something else. */
export const PAINT: ReadonlySet<string> = new Set([
  'clip-path',
  'clip-rule',
  'color',
  'display',
  'fill',
  'fill-opacity',
  'fill-rule',
  'mask',
  'opacity',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'visibility',
]);

const INSIDE = /^url\(\s*(["']?)#[\w.-]+\1\s*\)(\s+[\w#]+)?$/;

/** Whether a value names nothing outside the picture. */
export const isInside = (value: string): boolean =>
  !/[\\<>]/.test(value) && (!/(?:url|image|src|attr|var|env)\s*\(/i.test(value) || INSIDE.test(value.trim()));

/** The ids that a value refers to. */
export const referredIn = (value: string): string[] =>
  [...value.matchAll(/url\(\s*["']?#([\w.-]+)/g)].map(([, id = '']) => id);

/** Declarations of a style, without those that may not be there. */
export const cleanDeclarations = (text: string): string =>
  text
    .split(';')
    .flatMap((each) => {
      const colon = each.indexOf(':');
      const property = each.slice(0, colon).trim().toLowerCase();
      const value = each
        .slice(colon + 1)
        .replace(/!\s*important/i, '')
        .trim();
      return colon > 0 && PAINT.has(property) && value !== '' && isInside(value)
        ? [`${property}:${value}`]
        : [];
    })
    .join(';');

const SELECTOR = /^[\w\s.,#>*-]+$/;

/** The plain rules of a style sheet. What follows an at-sign, and what is in its braces, goes. */
export function cleanSheet(text: string): string {
  const rules: string[] = [];
  let depth = 0;
  let head = '';
  let body = '';
  for (const sign of text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[^;{}]*;/g, '')) {
    if (sign === '{') {
      depth += 1;
      if (depth > 1) head = '@';
    } else if (sign === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      const declarations = cleanDeclarations(body);
      if (SELECTOR.test(head.trim()) && declarations !== '') rules.push(`${head.trim()}{${declarations}}`);
      head = '';
      body = '';
    } else if (depth === 0) head += sign;
    else body += sign;
  }
  return rules.join('');
}
