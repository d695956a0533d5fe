import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { canEnter, type ServerUser } from './server-user.ts';

/** Twelve letters that stand for a path. */
export function pathHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}

/**
 * Makes a folder and its missing parents with exactly this mode, whatever the umask is. Folders that exist are
 * left alone. 0711 lets other users pass through without seeing what is inside.
 * @param folder absolute
 */
export function makeFolder(folder: string, mode = 0o711): void {
  const first = mkdirSync(folder, { recursive: true, mode });
  if (first === undefined) return;
  for (let path = folder; path.length >= first.length; path = dirname(path)) chmodSync(path, mode);
}

/** Gives a folder and all in it to the user, without following links. */
export function giveTo(path: string, user: ServerUser): void {
  lchownSync(path, user.uid, user.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path)) giveTo(join(path, name), user);
}

/** The longest socket path that the system's sockaddr_un holds, in bytes, without the closing zero. */
const LONGEST_SOCKET_PATH = process.platform === 'darwin' ? 103 : 107;

const socketPath = (folder: string): string => join(folder, '.s.PGSQL.5432');

/**
 * Where the server's socket lies: in the data itself when that path is short enough, else in a private folder
 * under the temporary folder, named after the data so that a later program finds a server left over there.
 * @throws EmbeddedPostgresError 'start_failed' when somebody else holds that folder
 */
export function socketFolder(dataPath: string, user: ServerUser | null, temporaryRoot = tmpdir()): string {
  const fits = (folder: string): boolean => Buffer.byteLength(socketPath(folder)) <= LONGEST_SOCKET_PATH;
  if (fits(dataPath)) return dataPath;
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  const roots = [temporaryRoot, '/tmp', '/var/tmp'];
  for (const root of roots) {
    const folder = join(root, `bellwire-${uid}-${pathHash(dataPath)}`);
    if (!fits(folder) || (user !== null && !canEnter(root, user))) continue;
    makePrivateFolder(folder, uid, user);
    return folder;
  }
  throw new EmbeddedPostgresError(
    'start_failed',
    `The path ${dataPath} is too long for PostgreSQL's socket, and so are ${roots.join(', ')}: ` +
      'choose a data folder with a shorter path.',
  );
}

function makePrivateFolder(folder: string, uid: number, user: ServerUser | null): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  // In a folder open to all somebody may have been there first, with a link or a folder of their own.
  const stat = lstatSync(folder);
  const isOurs = stat.uid === uid || (user !== null && stat.uid === 0);
  if (!stat.isDirectory() || !isOurs) {
    throw new EmbeddedPostgresError(
      'start_failed',
      `${folder}, the folder for PostgreSQL's socket, belongs to another user (number ${stat.uid}): ` +
        'remove it, or choose a data folder with a shorter path.',
    );
  }
  if (user !== null && stat.uid !== uid) chownSync(folder, user.uid, user.gid);
  if ((stat.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}
