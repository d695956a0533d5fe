import type { DocumentKind } from '#src/shared/documents/kinds.ts';

/** What the first bytes say: a kind that they alone prove, an archive to be looked into, or text at best. */
export type Head = DocumentKind | 'archive' | 'text';
/** Enough for every mark, and for where markup begins. */
export const HEAD_BYTES = 4096;

const ascii = (text: string): number[] => [...text].map((sign) => sign.charCodeAt(0));

/** Marks at the very first byte; `null` is any byte. */
const MARKS: readonly [Head, readonly (number | null)[]][] = [
  ['pdf', ascii('%PDF-')],
  ['png', [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]],
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['gif', ascii('GIF87a')],
  ['gif', ascii('GIF89a')],
  ['webp', [...ascii('RIFF'), null, null, null, null, ...ascii('WEBP')]],
  ['archive', [...ascii('PK'), 3, 4]],
];

/** @param head the first HEAD_BYTES, or all there is */
export function readHead(head: Uint8Array): Head {
  const found = MARKS.find(([, mark]) => mark.every((byte, at) => byte === null || head[at] === byte));
  return found ? found[0] : 'text';
}

/** Comments, declarations and blanks that may stand before the first element of a document. */
const BEFORE = /^(?:\s|\uFEFF|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!doctype(?!\s+(?:html|svg))[^>]*>)+/i;
const SVG = /^(?:<!doctype\s+svg|<svg[\s>/])/i;
const HTML =
  /^<(?:!doctype\s+html|html|head|body|title|meta|link|base|script|style|iframe|frame|frameset|object|embed|form|table|div|span|p|a|b|br|img|h[1-6]|font|center|math|template|video|audio)[\s>/]/i;

/** Texts that a browser would take for a document, as browsers find it out. */
export function markupKind(head: Uint8Array): 'svg' | 'html' | null {
  const start = Buffer.from(head).toString('utf8').replace(BEFORE, '');
  if (SVG.test(start)) return 'svg';
  return HTML.test(start) ? 'html' : null;
}

/** What each office format must hold, and no other has. */
const OFFICE: readonly [DocumentKind, string][] = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
];

/** The office format of an archive with these files; null for any other archive, and for files with macros. */
export function officeKind(names: ReadonlySet<string>): DocumentKind | null {
  if (!names.has('[Content_Types].xml')) return null;
  if ([...names].some((name) => name.toLowerCase().endsWith('vbaproject.bin'))) return null;
  const kinds = OFFICE.filter(([, file]) => names.has(file));
  return kinds.length === 1 ? (kinds[0]?.[0] ?? null) : null;
}
