import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Binaries, findBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { giveTo, makeFolder, pathHash, socketFolder } from './folders.ts';
import { canEnter, chooseUser, isRoot, ownerOf, type ServerUser } from './server-user.ts';

/** Everything about where a database lives and who runs it, settled before anything is started. */
export type Place = {
  /** the program's data folder, without symbolic links */
  dataDir: string;
  /** the folder that holds `postgres` and the temporary siblings: dataDir, or one under the relocation root */
  home: string;
  /** PostgreSQL's data */
  dataPath: string;
  hasData: boolean;
  socketDir: string;
  /** shown in the titles of the server's processes, so that they can be told from other servers' */
  clusterName: string;
  /** null: the server runs as the program itself */
  user: ServerUser | null;
  binaries: Binaries;
  notice: string | null;
};

type PlaceOptions = {
  dataDir: string;
  /** where binaries and data go when the server's user cannot reach them */
  relocationRoot: string;
  /** whom to run the server as when the program is root: the first that exists */
  serverUsers: readonly string[];
  log: (message: string) => void;
};

/**
 * Settles where the database is or will be. Makes the data folder; changes nothing about existing data unless
 * it is certain that these binaries may run it.
 * @throws EmbeddedPostgresError
 */
export async function findPlace(options: PlaceOptions): Promise<Place> {
  const dataDir = openDataFolder(options.dataDir);
  const { home, user } = isRoot() ? settleAsRoot(dataDir, options) : settleAsOurselves(dataDir);
  const dataPath = join(home, 'postgres');
  const binaries = await findBinaries(user, options.relocationRoot, options.log);
  const hasData = isDatabase(dataPath);
  if (hasData) {
    checkVersion(dataPath, binaries);
    repairOwnership(dataPath, user);
  } else if (existsSync(dataPath) && readdirSync(dataPath).length > 0) {
    throw new EmbeddedPostgresError(
      'start_failed',
      `${dataPath} is not empty, but it is no PostgreSQL database either (it has no PG_VERSION): ` +
        'move it away, or choose another data folder.',
    );
  } else if (home !== dataDir) {
    makeFolder(home);
  }
  return {
    dataDir,
    home,
    dataPath,
    hasData,
    socketDir: socketFolder(dataPath, user),
    clusterName: `bellwire-${pathHash(dataPath)}`,
    user,
    binaries,
    notice:
      home === dataDir || user === null
        ? null
        : `The database is in ${dataPath}: PostgreSQL doesn’t run as root, and the user ${user.name} ` +
          `that runs it can’t enter ${dataDir}.`,
  };
}

export function isDatabase(dataPath: string): boolean {
  return existsSync(join(dataPath, 'PG_VERSION'));
}

function openDataFolder(dataDir: string): string {
  try {
    // As root the server's user has to pass through it.
    makeFolder(resolve(dataDir), isRoot() ? 0o711 : 0o700);
    const real = realpathSync(dataDir);
    accessSync(real, constants.R_OK | constants.W_OK | constants.X_OK);
    return real;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      'not_writable',
      `Bellwire cannot write to its data folder ${dataDir} (${why}): choose another one, or change its owner.`,
      { cause: error },
    );
  }
}

function settleAsOurselves(dataDir: string): { home: string; user: null } {
  const dataPath = join(dataDir, 'postgres');
  // stat needs no permission on the folder itself, so this tells a foreign database from a missing one.
  if (existsSync(dataPath) && statSync(dataPath).uid !== process.getuid?.()) {
    const owner = ownerOf(dataPath)?.name ?? 'root';
    throw new EmbeddedPostgresError(
      'not_writable',
      `The database in ${dataPath} belongs to the user ${owner}: start Bellwire as root or as that user, ` +
        'or choose another data folder.',
    );
  }
  return { home: dataDir, user: null };
}

/** Data that exists stays where it is, whatever has become reachable since; only new data is placed anew. */
function settleAsRoot(dataDir: string, options: PlaceOptions): { home: string; user: ServerUser } {
  const choose = (): ServerUser => chooseUser(dataDir, options.serverUsers);
  const elsewhere = join(options.relocationRoot, `${basename(dataDir)}-${pathHash(dataDir)}`);
  if (isDatabase(join(dataDir, 'postgres'))) {
    const user = ownerOf(join(dataDir, 'postgres')) ?? choose();
    if (canEnter(dataDir, user)) return { home: dataDir, user };
    throw new EmbeddedPostgresError(
      'not_writable',
      `The database in ${join(dataDir, 'postgres')} is run by the user ${user.name}, who cannot enter ${dataDir}: ` +
        'let that user pass through it and the folders above (chmod o+x), or choose another data folder.',
    );
  }
  if (isDatabase(join(elsewhere, 'postgres'))) {
    return { home: elsewhere, user: ownerOf(join(elsewhere, 'postgres')) ?? choose() };
  }
  const user = choose();
  return { home: canEnter(dataDir, user) ? dataDir : elsewhere, user };
}

function checkVersion(dataPath: string, binaries: Binaries): void {
  const found = readFileSync(join(dataPath, 'PG_VERSION'), 'utf8').trim();
  if (found === binaries.major) return;
  throw new EmbeddedPostgresError(
    'version_mismatch',
    `The database in ${dataPath} was made by PostgreSQL ${found}, but this Bellwire brings PostgreSQL ` +
      `${binaries.major}; nothing was changed. Start the Bellwire that made it, write a backup and restore that here.`,
  );
}

/** A folder restored or copied by root, or opened with chmod -R, would be refused by the server. */
function repairOwnership(dataPath: string, user: ServerUser | null): void {
  const { uid, mode } = statSync(dataPath);
  if (user !== null && uid === 0) giveTo(dataPath, user);
  if ((mode & 0o027) !== 0) chmodSync(dataPath, 0o700);
}
