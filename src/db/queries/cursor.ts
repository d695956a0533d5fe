import { z } from 'zod';

/** Where a page of a list, newest first, ended: what comes after is older, or as old with a smaller id. */
export type Cursor = { at: Date; id: string };

/** Times that PostgreSQL and `Date` write alike: from 1970 to the end of the year 9999. */
const ms = z.number().int().min(0).max(253_402_300_799_999);
const schema = z.tuple([ms, z.uuid()]);

/** As text for addresses. Nobody needs to read it; `readCursor` does. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.at.getTime(), cursor.id])).toString('base64url');
}

/** @returns null for what `writeCursor` has not written */
export function readCursor(text: string): Cursor | null {
  try {
    const [at, id] = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { at: new Date(at), id };
  } catch {
    return null;
  }
}
