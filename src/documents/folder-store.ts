import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DocumentStore } from './store.ts';

const KEY = /^[0-9a-f]{32}$/;
/** What is still being written. It shares a file system with what is finished, so that a rename is all or nothing. */
const INCOMING = 'incoming';

/** Bytes as files of a folder: `ab/ab12…`, readable to the program's user alone. Several processes may share it. */
export function createFolderStore(root: string): DocumentStore {
  const placeOf = (key: string): { folder: string; file: string; draft: string } => {
    if (!KEY.test(key)) throw new Error('A key of the store has 32 hexadecimal characters.');
    const folder = join(root, key.slice(0, 2));
    return { folder, file: join(folder, key), draft: join(root, INCOMING, key) };
  };
  return {
    async put(key, bytes) {
      const { folder, file, draft } = placeOf(key);
      await mkdir(join(root, INCOMING), { recursive: true, mode: 0o700 });
      try {
        await write(draft, bytes);
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(draft, file);
        await syncFolder(folder);
        await syncFolder(root);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const handle = await openIfThere(placeOf(key).file);
      // It closes its handle when it has been read, or is left.
      return handle && (Readable.toWeb(handle.createReadStream(range)) as ReadableStream<Uint8Array>);
    },
    async delete(key) {
      const { file, draft } = placeOf(key);
      await rm(draft, { force: true });
      await rm(file, { force: true });
    },
  };
}

/** Flag `wx`: two that write one key would not know of each other. */
async function write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of bytes) await writeAll(file, piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await file.write(piece, at)).bytesWritten;
}

/** A new name in a folder is safe only when the folder is written out as well. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
