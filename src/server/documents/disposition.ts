/** What RFC 8187 leaves unescaped. */
const PLAIN = /[^A-Za-z0-9!#$&+.^_`|~-]/gu;

/**
 * `Content-Disposition` of a download (RFC 6266): the name in ASCII for old programs, and as it is for all others
 * (RFC 8187). Whatever the name holds, it stays inside its quotes.
 */
export function downloadAs(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/g, '_')
    .replaceAll(/["\\%;]/g, '_');
  const encoded = name.toWellFormed().replaceAll(PLAIN, (sign) => encodeByte(sign));
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

const encodeByte = (sign: string): string =>
  [...new TextEncoder().encode(sign)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
