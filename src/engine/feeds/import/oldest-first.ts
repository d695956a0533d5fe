import { setImmediate as breathe } from 'node:timers/promises';
import { type Chunks, unpacked } from '../replay/source.ts';

const NEWLINE = 0x0a;
const END = Buffer.from([NEWLINE]);
/** Lines that are found, or given, before others have their turn: a file may have more than a million. */
const AT_ONCE = 20_000;

/**
 * A file whose rows are newest first, turned around below its header: all of it is held. `chunks` can be read once;
 * `lineOf` says where a line of what is given stood in the file.
 */
export async function oldestFirst(
  packed: Chunks,
  file: string,
): Promise<{ chunks: Chunks; lineOf: (line: number) => number }> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unpacked(packed, file)) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const starts = await startsOf(bytes);
  const lineAt = (at: number): Buffer => bytes.subarray(starts[at], starts[at + 1]);
  let head = 0;
  while (head < starts.length && isBlank(lineAt(head))) head += 1;
  head += 1;

  async function* turned(): Chunks {
    yield bytes.subarray(0, starts[head]);
    for (let to = starts.length; to > head; to -= AT_ONCE) {
      const rows: Buffer[] = [];
      for (let at = to - 1; at >= Math.max(head, to - AT_ONCE); at -= 1) {
        const row = lineAt(at);
        rows.push(row);
        // The last line of a file may have no end, and stands first now.
        if (row.at(-1) !== NEWLINE) rows.push(END);
      }
      yield Buffer.concat(rows);
      await breathe();
    }
  }
  return { chunks: turned(), lineOf: (line) => starts.length + head + 1 - line };
}

const isBlank = (line: Buffer): boolean => line.toString('latin1').trim() === '';

/** Where each line begins. */
async function startsOf(bytes: Buffer): Promise<number[]> {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length;) {
    starts.push(at);
    const end = bytes.indexOf(NEWLINE, at);
    at = end < 0 ? bytes.length : end + 1;
    if (starts.length % AT_ONCE === 0) await breathe();
  }
  return starts;
}
