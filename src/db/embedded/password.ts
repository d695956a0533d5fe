import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './errors.ts';

/** `isNew`: there was none, so a database that exists does not know it yet. */
export type Password = { text: string; isNew: boolean };

/**
 * The superuser's password from `<dataDir>/secrets/postgres-password`, made when missing. Two programs that
 * start at once get the same one: the file appears whole and only once.
 */
export function loadPassword(dataDir: string): Password {
  const folder = join(dataDir, 'secrets');
  const path = join(folder, 'postgres-password');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const known = read(path);
  if (known !== null && known !== '') return { text: known, isNew: false };

  // base64url needs no quoting anywhere it is used.
  const text = randomBytes(24).toString('base64url');
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
    if (known !== null) rmSync(path, { force: true }); // empty: a power cut while it was written
    linkSync(temporary, path);
    return { text, isNew: true };
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return { text: readFileSync(path, 'utf8').trim(), isNew: false };
  } finally {
    closeSync(file);
    rmSync(temporary, { force: true });
  }
}

function read(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8').trim();
    chmodSync(path, 0o600);
    return text;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
