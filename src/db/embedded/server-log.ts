import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Place } from './place.ts';

/** The log is cut back to its last KEEP bytes whenever it is found larger than LIMIT. */
const LIMIT = 8 * 1024 * 1024;
const KEEP = 256 * 1024;

const pathIn = (place: Place): string => join(place.dataPath, 'server.log');

/**
 * Opens the server's log for appending. The folder belongs to the server's user while we may be root, so a
 * link in the log's place is refused, not followed.
 */
export function openServerLog(place: Place): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const file = openSync(pathIn(place), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if (place.user !== null) fchownSync(file, place.user.uid, place.user.gid);
  return file;
}

/** The log's size in bytes; 0 when there is none. */
export function serverLogSize(place: Place): number {
  return withLog(place, (file) => fstatSync(file).size, 0);
}

/** The log's last lines, at most `bytes`, but nothing before the position `since`. */
export function serverLogTail(place: Place, bytes = 2000, since = 0): string {
  return withLog(place, (file) => readTail(file, bytes, since).toString('utf8').trim(), '');
}

/** Cuts the log back when it has grown too large. The server appends, so it simply goes on after the cut. */
export function boundServerLog(place: Place, limit = LIMIT, keep = KEEP): void {
  withLog(
    place,
    (file) => {
      if (fstatSync(file).size <= limit) return;
      const tail = readTail(file, keep, 0);
      ftruncateSync(file, 0);
      writeSync(file, tail);
    },
    undefined,
  );
}

function readTail(file: number, bytes: number, since: number): Buffer {
  const { size } = fstatSync(file);
  const from = Math.max(Math.min(since, size), size - bytes);
  const buffer = Buffer.alloc(size - from);
  const read = readSync(file, buffer, 0, buffer.length, from);
  return buffer.subarray(0, read);
}

/** The log is help for people: trouble with it never stops a start or a stop. */
function withLog<T>(place: Place, use: (file: number) => T, otherwise: T): T {
  let file: number;
  try {
    const { O_RDWR, O_APPEND, O_NOFOLLOW } = constants;
    file = openSync(pathIn(place), O_RDWR | O_APPEND | O_NOFOLLOW);
  } catch {
    return otherwise;
  }
  try {
    return use(file);
  } catch {
    return otherwise;
  } finally {
    closeSync(file);
  }
}
