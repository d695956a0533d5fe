import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FeedError } from '../feed-error.ts';

export type Chunks = AsyncIterable<Uint8Array>;

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
};

const FILE_PROBLEMS: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, not a file',
  EACCES: 'the file can’t be read (permission denied)',
  ENOTDIR: 'a part of this path is a file, not a folder',
};

/** The bytes of a file. Opens it when the first chunk is asked for and closes it when the reader stops. */
export async function* readFileBytes(path: string): Chunks {
  try {
    yield* createReadStream(path);
  } catch (error) {
    const problem = FILE_PROBLEMS[codeOf(error)];
    if (!problem) throw error;
    throw new FeedError(path, null, problem, { cause: error });
  }
}

/** Reads on until two bytes are known (the mark of gzip), then gives everything from the start. */
const peekTwoBytes = async (chunks: Chunks): Promise<{ head: Buffer; all: Chunks }> => {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = (async function* () {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
  return { head, all };
};

/** The bytes as they are, or unpacked if they begin like gzip, whatever the file's name. */
export async function* unpacked(chunks: Chunks, file: string): Chunks {
  const { head, all } = await peekTwoBytes(chunks);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip();
  // The errors of both ends arrive at the loop below; the callback only keeps them from being unhandled.
  pipeline(Readable.from(all), gunzip, () => {});
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    if (!codeOf(error).startsWith('Z_')) throw error;
    const problem = 'the gzip data is damaged or cut off';
    throw new FeedError(file, null, problem, { cause: error });
  }
}

/** The same bytes; a file of more ends with a FeedError. */
export async function* atMost(chunks: Chunks, file: string, mostBytes: number): Chunks {
  let count = 0;
  for await (const chunk of chunks) {
    count += chunk.length;
    if (count > mostBytes)
      throw new FeedError(file, null, `the file has more than ${Math.floor(mostBytes / 1e6)} MB of text`);
    yield chunk;
  }
}
