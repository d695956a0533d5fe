import { type Cursor, readCursor } from '#src/db/queries/cursor.ts';
import { AppError } from '#src/shared/errors.ts';

const DEFAULT_PAGE = 50;
const SEARCH_MAX = 200;

/** How many rows a page has. @throws AppError validation_failed */
export function limitOf(text: string | null, max: number): number {
  if (text === null) return DEFAULT_PAGE;
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > max) throw invalid('limit', text, `a number from 1 to ${max}`);
  return limit;
}

/** Where the page before ended. @throws AppError validation_failed */
export function cursorOf(text: string | null): Cursor | null {
  if (text === null) return null;
  const cursor = readCursor(text);
  if (!cursor) throw invalid('cursor', text, 'the `next` of the page before');
  return cursor;
}

/** The words to search for, if any. @throws AppError validation_failed */
export function wordsOf(text: string | undefined): { words?: string } {
  const words = text?.trim() ?? '';
  if (words.length > SEARCH_MAX || words.includes('\0'))
    throw invalid('q', words, `${SEARCH_MAX} characters at most`);
  return words === '' ? {} : { words };
}

/** The error for an invalid parameter of the query. */
export function invalid(name: string, value: string, wanted?: string): AppError {
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return new AppError(
    'validation_failed',
    `"${shown}" cannot be ${name}${wanted ? `: it takes ${wanted}` : ''}.`,
    { details: { field: name } },
  );
}
