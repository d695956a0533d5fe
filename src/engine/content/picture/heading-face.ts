import type { FontName } from '#src/shared/brand-kit.ts';
import type { Face } from './typefaces.ts';

/** Pictures have the fonts that come with us: a brand's choice decides whether headlines have serifs. */
const SERIFS: ReadonlySet<FontName> = new Set(['newswire', 'classic', 'editorial']);

export const headingFace = ({ font = 'newswire' }: { font?: FontName | undefined }): Face =>
  SERIFS.has(font) ? 'serif' : 'bold';
