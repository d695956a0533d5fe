/** Reads a part of an archive: `start` and `end` both included. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const END_BYTES = 22;
const COMMENT_MAX = 0xffff;
/** An office document has some hundred entries; a directory of megabytes is none. */
const DIRECTORY_MAX = 1024 * 1024;

/**
 * The names in a ZIP archive, from the directory at its end. Nothing is unpacked.
 * @param size of the archive, in bytes
 * @returns null where it is no whole archive
 */
export async function archiveNames(size: number, read: ReadBytes): Promise<Set<string> | null> {
  if (size < END_BYTES) return null;
  const tail = Buffer.from(await read(Math.max(0, size - END_BYTES - COMMENT_MAX), size - 1));
  const end = findEnd(tail);
  if (!end) return null;
  const { length, start } = end;
  if (length > DIRECTORY_MAX || length === 0 || start + length > size) return null;
  return namesIn(Buffer.from(await read(start, start + length - 1)));
}

function findEnd(tail: Buffer): { length: number; start: number } | null {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END_MARK) continue;
    // A comment that runs to the very end: nothing is hidden behind the archive.
    if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return { length: tail.readUInt32LE(at + 12), start: tail.readUInt32LE(at + 16) };
  }
  return null;
}

function namesIn(directory: Buffer): Set<string> | null {
  const names = new Set<string>();
  for (let at = 0; at < directory.length;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY_MARK) return null;
    const name = directory.readUInt16LE(at + 28);
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (at + 46 + name + rest > directory.length) return null;
    names.add(directory.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + rest;
  }
  return names;
}
