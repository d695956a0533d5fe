export type Charset = 'utf-8' | 'windows-1252';

/** Bytes that no text has, in UTF-8 and the 8-bit sets alike: control signs but for tab, line ends, form feed, escape. */
const NO_TEXT = new Uint8Array(256);
for (let byte = 0; byte < 32; byte += 1) NO_TEXT[byte] = [9, 10, 12, 13, 27].includes(byte) ? 0 : 1;
NO_TEXT[127] = 1;

/** Looks at a text as its bytes go by. `charset` is null for what is no text. */
export function createTextCheck() {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isText = true;
  let isUtf8 = true;
  const decode = (piece?: Uint8Array): void => {
    if (!isUtf8) return;
    try {
      if (piece) utf8.decode(piece, { stream: true });
      else utf8.decode();
    } catch {
      isUtf8 = false;
    }
  };
  return {
    take(piece: Uint8Array): void {
      if (!isText) return;
      for (const byte of piece) {
        if (NO_TEXT[byte] !== 1) continue;
        isText = false;
        return;
      }
      decode(piece);
    },
    /** When all has gone by. */
    charset(): Charset | null {
      decode();
      return isText ? (isUtf8 ? 'utf-8' : 'windows-1252') : null;
    },
    couldBeText: (): boolean => isText,
  };
}
