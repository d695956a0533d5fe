import { parse } from 'csv-parse/sync';
import { linesOf, type LineBlock } from './lines.ts';

/** The cells of one line; null if its quotes don't close. A blank line is not a row. */
export type Row = { line: number; cells: string[] | null };

const QUOTE = 0x22;

const parseLines = (bytes: Buffer): string[][] =>
  parse(bytes, {
    delimiter: ',',
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    // Every line must give one record, or the line numbers of what follows would be wrong.
    skip_empty_lines: false,
  });

const isBlank = (cells: string[]): boolean => cells.length === 1 && (cells[0] ?? '').trim() === '';

const parseOneLine = (line: Buffer): string[] | null => {
  try {
    return parseLines(line)[0] ?? [''];
  } catch {
    // In a single line, csv-parse rejects nothing but quotes.
    return null;
  }
};

/**
 * The rows of a block. A line is a row: a quoted cell may hold commas but no line end, so one open quote
 * spoils one row and not the rest of the file. Blocks with quotes are parsed line by line for that reason.
 */
export function* rowsOf(block: LineBlock): Generator<Row, void, undefined> {
  let line = block.firstLine - 1;
  const parsed = block.bytes.includes(QUOTE)
    ? Array.from(linesOf(block.bytes), parseOneLine)
    : parseLines(block.bytes);
  for (const cells of parsed) {
    line += 1;
    if (cells === null || !isBlank(cells)) yield { line, cells };
  }
}
