import { PageError } from './fetch-page.ts';

/** The charset that the answer, the mark at its beginning or the document itself names; where none does, UTF-8 if it is. */
export function textOfPage(bytes: Uint8Array, type: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named =
    (bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined) ??
    (bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined) ??
    /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1] ??
    /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  // What is named wrongly is read as what it is: bytes that are no UTF-8 are western European ones.
  for (const charset of [named ?? 'utf-8', 'utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes);
    } catch {
      continue;
    }
  }
  throw new PageError('Its characters cannot be read.');
}
