import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors.ts';

/** Whom the server runs as when the program itself is root; PostgreSQL refuses to run as root. */
export type ServerUser = { name: string; uid: number; gid: number };

/** `_postgres` is what macOS brings; its `nobody` has a number that Node cannot pass on. */
export const SERVER_USERS = ['bellwire', 'postgres', '_postgres', 'nobody'];
const LARGEST_ID = 2 ** 31 - 1;

/**
 * What the server's processes see of the environment: nothing of ours. PGDATA, LANG, TZ and the like would
 * change what initdb writes, and secrets in our environment are none of the server's business.
 */
const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Options for spawning as that user (null: as ourselves). Node drops the supplementary groups together with
 * the user. The working folder is one everybody may enter: ours may be closed to the server's user.
 */
export function spawnOptions(user: ServerUser | null) {
  const base = { cwd: '/', env: SERVER_ENVIRONMENT };
  return user === null ? base : { ...base, uid: user.uid, gid: user.gid };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Looks a passwd user up by name or number; null when there is none. */
export function findUser(nameOrUid: string | number): ServerUser | null {
  const ask = (option: string): string | null => {
    const result = spawnSync('id', [option, String(nameOrUid)], {
      encoding: 'utf8',
      env: SERVER_ENVIRONMENT,
    });
    return result.status === 0 ? result.stdout.trim() : null;
  };
  const [name, uid, gid] = [ask('-un'), ask('-u'), ask('-g')];
  if (name === null || uid === null || gid === null) return null;
  const user = { name, uid: Number(uid), gid: Number(gid) };
  return user.uid > 0 && user.uid <= LARGEST_ID && user.gid <= LARGEST_ID ? user : null;
}

/** The owner of a file if that isn't root. The name is a number if passwd has no entry. */
export function ownerOf(path: string): ServerUser | null {
  const { uid, gid } = statSync(path);
  if (uid === 0) return null;
  return findUser(uid) ?? { name: String(uid), uid, gid };
}

/**
 * Chooses the unprivileged user for a new database: the data folder's owner, else the first that exists of
 * `names`.
 * @throws EmbeddedPostgresError 'no_unprivileged_user'
 */
export function chooseUser(dataDir: string, names: readonly string[]): ServerUser {
  const owner = findUser(statSync(dataDir).uid);
  if (owner !== null) return owner;
  for (const name of names) {
    const user = findUser(name);
    if (user !== null) return user;
  }
  throw new EmbeddedPostgresError(
    'no_unprivileged_user',
    `PostgreSQL refuses to run as root, and this machine has none of the users ${names.join(', ')}: ` +
      `create one (useradd --system bellwire), start Bellwire as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Whether the user can enter the folder: asked of the system itself, since modes alone do not tell (access
 * lists, network file systems).
 * @throws EmbeddedPostgresError 'no_unprivileged_user' when we may not become that user
 */
export function canEnter(folder: string, user: ServerUser): boolean {
  const result = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...spawnOptions(user),
    stdio: 'ignore',
  });
  if (result.error) {
    throw new EmbeddedPostgresError(
      'no_unprivileged_user',
      `PostgreSQL refuses to run as root, and this system does not let Bellwire run it as the user ${user.name} ` +
        `(${result.error.message}): start Bellwire as an ordinary user, or set DATABASE_URL.`,
      { cause: result.error },
    );
  }
  return result.status === 0;
}
