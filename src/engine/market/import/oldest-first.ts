import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { countLines } from '../csv/lines.ts';
import { type Chunks, unpacked } from '../csv/source.ts';

const NEWLINE = 0x0a;
const END = Buffer.from([NEWLINE]);
/** Bytes that are read backwards at once, before yielding to other work. */
const BLOCK = 512 * 1024;

/**
 * Reverses a file whose rows are newest first, below its header. What it unpacks to is in a temporary file and never
 * as a whole in memory. `chunks` can be read once, and has to be; `lineOf` maps a line of the result to its line in
 * the file.
 */
export async function oldestFirst(
  packed: Chunks,
  file: string,
): Promise<{ chunks: Chunks; lineOf: (line: number) => number }> {
  const kept = await keep(unpacked(packed, file));
  const { head, headLines, lines } = kept;

  async function* turned(): Chunks {
    try {
      yield head;
      for await (const rows of backwards(kept.handle, { from: head.length, to: kept.length })) {
        yield rows;
        await breathe();
      }
    } finally {
      await kept.handle.close();
    }
  }
  return { chunks: turned(), lineOf: (line) => lines + headLines + 1 - line };
}

/** `head`: the lines up to the header, which is the first that isn't blank. A last line without a line end counts. */
type Kept = { handle: FileHandle; length: number; head: Buffer; headLines: number; lines: number };

async function keep(chunks: Chunks): Promise<Kept> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwire-import-'));
  // Open and without a name: it is gone with the process, however that ends.
  const handle = await open(join(folder, 'rows'), 'wx+', 0o600);
  await rm(folder, { recursive: true, force: true });
  try {
    let length = 0;
    let ends = 0;
    let last = NEWLINE;
    let start: Buffer = Buffer.alloc(0);
    let head: Buffer | null = null;
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (bytes.length === 0) continue;
      await handle.write(bytes);
      length += bytes.length;
      ends += countLines(bytes);
      last = bytes.at(-1) ?? NEWLINE;
      if (head) continue;
      start = Buffer.concat([start, bytes]);
      head = headOf(start);
    }
    head ??= start;
    const headLines = countLines(head) + (head.length > 0 && head.at(-1) !== NEWLINE ? 1 : 0);
    return { handle, length, head, headLines, lines: ends + (last === NEWLINE ? 0 : 1) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The lines up to the first that isn't blank; null while its end is not there. */
function headOf(start: Buffer): Buffer | null {
  for (let from = 0; ;) {
    const end = start.indexOf(NEWLINE, from);
    if (end < 0) return null;
    if (start.toString('latin1', from, end).trim() !== '') return start.subarray(0, end + 1);
    from = end + 1;
  }
}

/** The lines of a part of a file, the last one first. */
async function* backwards(
  handle: FileHandle,
  { from, to }: { from: number; to: number },
): AsyncGenerator<Buffer, void> {
  // The beginning of a line whose end is here and whose start is in an earlier block.
  let rest: Buffer = Buffer.alloc(0);
  for (let end = to; end > from;) {
    const begin = Math.max(from, end - BLOCK);
    const block = Buffer.alloc(end - begin);
    await handle.read(block, 0, block.length, begin);
    const bytes = rest.length > 0 ? Buffer.concat([block, rest]) : block;
    // Up to the first line end it may be the rest of a line that begins earlier.
    const whole = begin === from ? 0 : bytes.indexOf(NEWLINE) + 1;
    if (begin !== from && whole === 0) rest = bytes;
    else {
      rest = bytes.subarray(0, whole);
      yield reversed(bytes.subarray(whole));
    }
    end = begin;
  }
}

function reversed(bytes: Buffer): Buffer {
  const rows: Buffer[] = [];
  for (let end = bytes.length; end > 0;) {
    // Not the line end that the row ends with itself.
    const start = end < 2 ? 0 : bytes.lastIndexOf(NEWLINE, end - 2) + 1;
    rows.push(bytes.subarray(start, end));
    // The last line of a file may have no line end, and is first now.
    if (bytes[end - 1] !== NEWLINE) rows.push(END);
    end = start;
  }
  return Buffer.concat(rows);
}
