/** How a document of a kind can be looked at in place: drawn, read as text, or not at all. */
export type Preview = 'image' | 'text' | null;

type KindFace = {
  /** For people. */
  label: string;
  /** What it is served as. What a browser could run is served as bytes. */
  mime: string;
  /** Endings a name of this kind may have; the first is given to a name that has another. */
  endings: readonly [string, ...string[]];
  preview: Preview;
};

/**
 * What may be stored: the one table. A kind is told by the content (src/documents/detect.ts); among the plain texts,
 * which are all the same to a browser, by the ending.
 */
export const DOCUMENT_KINDS = {
  pdf: { label: 'PDF', mime: 'application/pdf', endings: ['pdf'], preview: null },
  png: { label: 'PNG image', mime: 'image/png', endings: ['png'], preview: 'image' },
  jpeg: { label: 'JPEG image', mime: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe'], preview: 'image' },
  gif: { label: 'GIF image', mime: 'image/gif', endings: ['gif'], preview: 'image' },
  webp: { label: 'WebP image', mime: 'image/webp', endings: ['webp'], preview: 'image' },
  docx: {
    label: 'Word document',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
    preview: null,
  },
  xlsx: {
    label: 'Excel workbook',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
    preview: null,
  },
  pptx: {
    label: 'PowerPoint deck',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    endings: ['pptx'],
    preview: null,
  },
  csv: { label: 'CSV table', mime: 'text/plain', endings: ['csv'], preview: 'text' },
  markdown: { label: 'Markdown', mime: 'text/plain', endings: ['md', 'markdown'], preview: 'text' },
  json: { label: 'JSON', mime: 'text/plain', endings: ['json'], preview: 'text' },
  text: { label: 'Plain text', mime: 'text/plain', endings: ['txt', 'log', 'text'], preview: 'text' },
  svg: { label: 'SVG drawing', mime: 'application/octet-stream', endings: ['svg'], preview: null },
  html: { label: 'HTML page', mime: 'application/octet-stream', endings: ['html', 'htm'], preview: null },
} as const satisfies Record<string, KindFace>;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;
export const DOCUMENT_KIND_NAMES = Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]];

/** Plain texts by their ending. */
const TEXTS: readonly DocumentKind[] = ['csv', 'markdown', 'json'];

/** Which plain text a name says it is. */
export function textKind(name: string): DocumentKind {
  const ending = endingOf(name);
  return TEXTS.find((kind) => endingsOf(kind).includes(ending)) ?? 'text';
}

export const endingsOf = (kind: DocumentKind): readonly string[] => DOCUMENT_KINDS[kind].endings;
export const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What may be stored, in words. */
export const KINDS_IN_WORDS =
  'PDF, PNG, JPEG, GIF, WebP, Word, Excel and PowerPoint, plain text, CSV, Markdown, JSON, SVG and HTML';
