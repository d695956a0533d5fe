import { z } from 'zod';

const ID_BYTES = 16;

const idAt = (bytes: Buffer, n: number): string =>
  bytes
    .toString('hex', n * ID_BYTES, (n + 1) * ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Ids in the alphabet of addresses, 22 characters or fewer each. */
export const packIds = (...ids: readonly string[]): string =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');

/** @returns null for what `packIds` has not made of so many ids */
export function unpackIds(text: string, count: number): string[] | null {
  if (!/^[\w-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  // Also holds off a second way to write the same bytes.
  if (bytes.length !== count * ID_BYTES || bytes.toString('base64url') !== text) return null;
  const ids = Array.from({ length: count }, (_, n) => idAt(bytes, n));
  return ids.every((id) => z.uuid().safeParse(id).success) ? ids : null;
}
