import { isUtf8 } from 'node:buffer';
import { FeedError } from '../feed-error.ts';
import type { Chunks } from './source.ts';

/** Whole lines, each with its line end but perhaps the file's last; `firstLine` counts from 1. */
export type LineBlock = { bytes: Buffer; firstLine: number };

const NEWLINE = 0x0a;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** A row of bars has a few hundred bytes. Without a limit, a file without line ends would fill the memory. */
const LONGEST_LINE = 64 * 1024;

export const countLines = (bytes: Buffer): number => {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
};

/** The lines of a block one by one, with their line ends. */
export function* linesOf(bytes: Buffer): Generator<Buffer, void, undefined> {
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end + 1;
    yield bytes.subarray(from, to);
    from = to;
  }
}

/** The block if it is UTF-8, else the lines before the first that is not, and then the error. */
function* checked(bytes: Buffer, firstLine: number, file: string): Generator<LineBlock, void, undefined> {
  if (isUtf8(bytes)) {
    yield { bytes, firstLine };
    return;
  }
  let good = 0;
  let line = firstLine;
  for (const one of linesOf(bytes)) {
    if (!isUtf8(one)) break;
    good += one.length;
    line += 1;
  }
  if (good > 0) yield { bytes: bytes.subarray(0, good), firstLine };
  throw new FeedError(file, line, 'the text is not valid UTF-8');
}

/**
 * Cuts a stream of bytes into blocks of whole lines, without the byte order mark. Cutting at line ends never
 * splits a character, so each block can be checked and parsed by itself. Throws FeedError on bytes that are
 * not UTF-8 and on a line longer than 64 kB.
 */
export async function* lineBlocks(chunks: Chunks, file: string): AsyncGenerator<LineBlock, void, undefined> {
  let pending: Buffer[] = [];
  let pendingLength = 0;
  let line = 1;
  const take = (rest: Buffer): Buffer => {
    const whole = pending.length === 0 ? rest : Buffer.concat([...pending, rest]);
    pending = [];
    pendingLength = 0;
    return line === 1 && whole.subarray(0, 3).equals(BOM) ? whole.subarray(3) : whole;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      const block = take(bytes.subarray(0, end));
      yield* checked(block, line, file);
      line += countLines(block);
    }
    if (end < bytes.length) {
      pending.push(bytes.subarray(end));
      pendingLength += bytes.length - end;
    }
    if (pendingLength > LONGEST_LINE)
      throw new FeedError(file, line, 'the line is longer than 64 kB, so this is not a CSV of bars');
  }
  if (pendingLength > 0) yield* checked(take(Buffer.alloc(0)), line, file);
}
