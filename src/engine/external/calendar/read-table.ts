import { parse } from 'csv-parse/sync';
import { type Row, columnOf, dateOf, readRow, rowOf } from './read-row.ts';
import { orderOf } from './moment.ts';
import { CalendarError, clean, type Found, type PutAside, type ReadAs, sampleOf } from './reading.ts';

type Line = { place: string; cells: string[] | null; text: string };

const DELIMITERS = [',', ';', '\t', '|'];

/** The records of a CSV with the line each begins at; where quotes do not close, line by line, to lose only what is broken. */
function linesOf(text: string, delimiter: string): Line[] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true, bom: true, trim: true };
  try {
    let line = 1;
    return (
      parse(text, { ...options, info: true }) as unknown as { record: string[]; info: { lines: number } }[]
    ).map(({ record, info }) => {
      const begins = line;
      line = info.lines + 1;
      return { place: `Line ${begins}`, cells: record, text: record.join(delimiter) };
    });
  } catch {
    return text.split(/\r\n|\n|\r/).flatMap((each, index) => {
      if (each.trim() === '') return [];
      let cells: string[] | null = null;
      try {
        cells = parse(each, options)[0] ?? null;
      } catch {
        // The one thing csv-parse refuses in a single line are its quotes.
      }
      return [{ place: `Line ${index + 1}`, cells, text: each }];
    });
  }
}

/** Which sign parts the cells: the one that finds most of our columns in the first line. */
function delimiterOf(head: string): string {
  const known = (delimiter: string): number =>
    head.split(delimiter).filter((cell) => columnOf(cell.replaceAll('"', '')) !== null).length;
  return DELIMITERS.toSorted((one, other) => known(other) - known(one))[0] ?? ',';
}

/** Reads a table whose first line names its columns. @throws CalendarError */
export function readTable(text: string, as: ReadAs): { found: Found[]; putAside: PutAside[] } {
  const body = text.replace(/^\ufeff?(?:\s*\n)*/, (blank) => blank.replace('\ufeff', ''));
  const head = body.trimStart().split(/\r\n|\n|\r/, 1)[0] ?? '';
  if (head === '') throw new CalendarError('It is empty.');
  const [first, ...rest] = linesOf(body, delimiterOf(head));
  const columns = first?.cells ?? [];
  const known = new Set(columns.map(columnOf));
  if (!known.has('date') && !known.has('time'))
    throw new CalendarError(
      `Its first line names no column with a date. It begins with: ${sampleOf(head).slice(0, 120)}`,
    );
  if (!known.has('title') && !known.has('symbol'))
    throw new CalendarError('Its first line names no column with a title or a symbol.');
  return readRows(
    rest.map(({ place, cells, text: said }) => ({
      place,
      sample: sampleOf(said),
      row:
        cells === null
          ? 'Its quotes do not close.'
          : cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')
            ? `It has ${cells.length} cells, and the first line names ${columns.length}: a text with commas needs quotes.`
            : rowOf(columns.map((name, at) => [name, cells[at] ?? ''] as const)),
    })),
    as,
  );
}

/** Reads entries out of rows; a text instead of a row says what is the matter with it. */
export function readRows(
  rows: readonly { place: string; sample: string; row: Row | string }[],
  as: ReadAs,
): { found: Found[]; putAside: PutAside[] } {
  const order =
    as.dateOrder ?? orderOf(rows.flatMap(({ row }) => (typeof row === 'string' ? [] : [dateOf(row)])));
  const found: Found[] = [];
  const putAside: PutAside[] = [];
  for (const { place, sample, row } of rows) {
    const read = typeof row === 'string' ? { reason: 'row', problem: row } : readRow(row, place, as, order);
    if ('problem' in read) putAside.push({ ...read, problem: clean(read.problem, 300), place, sample });
    else found.push(read);
  }
  return { found, putAside };
}
