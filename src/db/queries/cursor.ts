import { z } from 'zod';

/** Where a page of a list, newest first, ended: what comes after is older, or as old with a smaller id. */
export type Cursor = { at: Date; id: string };

const schema = z.tuple([z.number().int().min(-8.64e15).max(8.64e15), z.uuid()]);

/** As text for addresses. Nobody needs to read it; `readCursor` does. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.at.getTime(), cursor.id])).toString('base64url');
}

/** @returns null for what `writeCursor` has not written */
export function readCursor(text: string): Cursor | null {
  try {
    const [ms, id] = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { at: new Date(ms), id };
  } catch {
    return null;
  }
}
