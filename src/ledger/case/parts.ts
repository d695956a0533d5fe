import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** A file of the case, written to a folder first: its size and hash stand before it in the archive. */
export type Part = { name: string; type: string; size: number; crc: number; sha256: string; path: string };

const FLUSH_BYTES = 262_144;

type Growing = Omit<Part, 'sha256'> & { hash: Hash; file: FileHandle; waiting: Buffer[]; waits: number };

/** Files that grow beside each other. Of each so many bytes wait in memory. */
export function createParts(folder: string) {
  const parts = new Map<string, Growing>();
  let total = 0;

  async function flush(part: Growing): Promise<void> {
    await part.file.writeFile(Buffer.concat(part.waiting));
    part.waiting = [];
    part.waits = 0;
  }

  async function add(name: string, type: string, bytes: Buffer): Promise<void> {
    let part = parts.get(name);
    if (!part) {
      const path = join(folder, String(parts.size));
      const file = await open(path, 'wx', 0o600);
      part = { name, type, size: 0, crc: 0, path, hash: createHash('sha256'), file, waiting: [], waits: 0 };
      parts.set(name, part);
    }
    part.size += bytes.length;
    total += bytes.length;
    part.crc = crc32(bytes, part.crc);
    part.hash.update(bytes);
    part.waiting.push(bytes);
    part.waits += bytes.length;
    if (part.waits >= FLUSH_BYTES) await flush(part);
  }

  return {
    add: (name: string, type: string, text: string): Promise<void> => add(name, type, Buffer.from(text)),
    count: (): number => parts.size,
    size: (): number => total,

    /** One that is whole already: nothing of it stays open. */
    async put(name: string, type: string, bytes: Buffer): Promise<void> {
      await add(name, type, bytes);
      const part = parts.get(name);
      if (!part) return;
      await flush(part);
      await part.file.close();
    },

    /** Ends those that grew. */
    async end(names: readonly string[]): Promise<void> {
      for (const name of names) {
        const part = parts.get(name);
        if (!part) continue;
        await flush(part);
        await part.file.close();
      }
    },

    /** In the order in which they are read: what is kept by hash, the names given, first. */
    list(last: readonly string[]): Part[] {
      const all = [...parts.values()].map(({ name, type, size, crc, path, hash }) => ({
        name,
        type,
        size,
        crc,
        path,
        sha256: hash.copy().digest('hex'),
      }));
      const rank = ({ name }: Part): number => last.indexOf(name);
      return all.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
    },
  };
}
