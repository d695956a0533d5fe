/** A file that can't be read, and where. */
export class FileError extends Error {}

const UTF16 = [
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xfe, 0xff], name: 'utf-16be' },
] as const;

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark as Excel's “Unicode text” has it, or else Windows-1252, which
 * Excel writes in Western Europe and America. @throws FileError for what is no text
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new FileError('The file is empty.');
  const marked = UTF16.find(({ mark }) => bytes[0] === mark[0] && bytes[1] === mark[1]);
  const text = marked ? new TextDecoder(marked.name).decode(bytes) : utf8(bytes);
  if (text.startsWith('PK\u0003\u0004'))
    throw new FileError('This is an Excel workbook or a ZIP file. Save the sheet as CSV, then upload that.');
  const nul = text.indexOf('\0');
  if (nul !== -1)
    throw new FileError(
      `Line ${lineOf(text, nul)} has a byte that isn’t text. Save the file as CSV with the encoding UTF-8.`,
    );
  return text.replaceAll(/\r\n?/g, '\n').toWellFormed();
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** What separates the cells: what the first line has most of, outside of quotes. */
export function delimiterOf(text: string): string {
  const bare = (text.slice(0, 10_000).split('\n')[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

export type CsvRow = { line: number; cells: string[] };

/** Rows of a CSV (RFC 4180), each with the line it begins on; empty lines are left out. @throws FileError */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begun = line;
    const cells: string[] = [];
    let ended = false;
    while (!ended) {
      let cell: string;
      if (text[at] === '"') {
        let end = at + 1;
        for (;;) {
          end = text.indexOf('"', end);
          if (end === -1)
            throw new FileError(
              `Line ${begun}, column ${cells.length + 1}: a quotation mark opens here and never closes.`,
            );
          if (text[end + 1] !== '"') break;
          end += 2;
        }
        const quoted = text.slice(at + 1, end);
        line += quoted.split('\n').length - 1;
        cell = quoted.replaceAll('""', '"');
        at = end + 1;
        const next = text[at];
        if (next !== undefined && next !== delimiter && next !== '\n')
          throw new FileError(
            `Line ${line}, column ${cells.length + 1}: text follows the closing quotation mark. Double quotation marks within a cell.`,
          );
      } else {
        const stop = endOfCell(text, at, delimiter);
        cell = text.slice(at, stop);
        at = stop;
      }
      cells.push(cell);
      if (text[at] === delimiter) at += 1;
      else ended = true;
    }
    at += 1;
    line += 1;
    if (cells.length > 1 || cells[0]?.trim() !== '') yield { line: begun, cells };
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === delimiter || sign === '\n') return at;
  }
  return text.length;
}

/** A cell that an export defused gets its formula sign back. */
export const plain = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
