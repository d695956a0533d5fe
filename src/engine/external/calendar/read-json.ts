import { isFields, parseExactly } from '#src/platform/json/exact-json.ts';
import { readRows } from './read-table.ts';
import { rowOf } from './read-row.ts';
import { CalendarError, type Found, type PutAside, type ReadAs, sampleOf } from './reading.ts';

/** The list of a document: itself, or the longest of those that stand in it by a name. */
function listOf(document: unknown): unknown[] | null {
  if (Array.isArray(document)) return document;
  if (!isFields(document)) return null;
  const lists = Object.values(document).flatMap((value) =>
    Array.isArray(value) ? [value as unknown[]] : [],
  );
  return lists.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

/** Reads a list of objects, every number as it was written. @throws CalendarError */
export function readJson(text: string, as: ReadAs): { found: Found[]; putAside: PutAside[] } {
  let document: unknown;
  try {
    document = parseExactly(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new CalendarError('It is not valid JSON.', { cause });
  }
  const list = listOf(document);
  if (!list) throw new CalendarError('It is JSON without a list of entries.');
  return readRows(
    list.map((item, index) => ({
      place: `Entry ${index + 1}`,
      sample: sampleOf(JSON.stringify(item)),
      row: isFields(item)
        ? rowOf(
            Object.entries(item).flatMap(([name, value]) =>
              typeof value === 'string' ? [[name, value] as const] : [],
            ),
          )
        : 'It isn’t an object with fields.',
    })),
    as,
  );
}
