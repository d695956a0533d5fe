import { randomBytes } from 'node:crypto';

export type FormFile = { field: string; name: string; type: string; bytes: Uint8Array };

/** In a header's value (HTML, "multipart/form-data encoding algorithm"). */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/**
 * A form as multipart/form-data (RFC 7578). Texts go out byte for byte: `FormData` would write CRLF for each line break, and
 * whoever counts characters (offsets of formatting) would count others than we did.
 */
export function multipart(
  fields: Readonly<Record<string, string>>,
  files: readonly FormFile[],
): { type: string; body: Uint8Array } {
  const boundary = `form-${randomBytes(18).toString('hex')}`;
  const part = (disposition: string, content: Uint8Array, type?: string): Uint8Array[] => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ];
  const parts = [
    ...Object.entries(fields).flatMap(([name, value]) =>
      part(`name="${quoted(name)}"`, Buffer.from(value, 'utf8')),
    ),
    ...files.flatMap(({ field, name, type, bytes }) =>
      part(`name="${quoted(field)}"; filename="${quoted(name)}"`, bytes, type),
    ),
    Buffer.from(`--${boundary}--\r\n`),
  ];
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(parts) };
}
