import { linesOf } from '../replay/lines.ts';
import { type Chunks, unpacked } from '../replay/source.ts';

const NEWLINE = 0x0a;
const END = Buffer.from([NEWLINE]);

const isBlank = (line: Buffer): boolean => line.toString('latin1').trim() === '';

/**
 * A file whose rows are newest first, turned around below its header: all of it is held. `lineOf` says where a line of
 * what is given stood in the file.
 */
export async function oldestFirst(
  chunks: Chunks,
  file: string,
): Promise<{ bytes: Buffer; lineOf: (line: number) => number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unpacked(chunks, file)) pieces.push(piece);
  const lines = [...linesOf(Buffer.concat(pieces))];
  const head = lines.findIndex((line) => !isBlank(line)) + 1;
  const rows = lines.slice(head).reverse();
  // The last line of a file may have no end, and stands first now.
  const ended = rows.map((row) => (row.at(-1) === NEWLINE ? row : Buffer.concat([row, END])));
  return {
    bytes: Buffer.concat([...lines.slice(0, head), ...ended]),
    lineOf: (line) => lines.length + head + 1 - line,
  };
}
