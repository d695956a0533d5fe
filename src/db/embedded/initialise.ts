import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { isDatabase, type Place } from './place.ts';
import { isMarkAlive, listProcesses, ownMark, signal } from './processes.ts';
import { spawnOptions } from './server-user.ts';

const PREFIX = 'postgres.init-';

export const SUPERUSER = 'postgres';

/** Written to postgresql.conf, where an operator may change them. */
const SETTINGS = {
  max_connections: '200',
  shared_buffers: '128MB',
  log_checkpoints: 'off',
  // Statements and the details of errors carry what customers wrote; a log is no place for that.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Makes a new database. It is made in a temporary sibling and renamed when whole: an interrupted initdb would
 * otherwise leave a folder that neither initdb nor the server accepts. When another program has made it
 * meanwhile, that one stays and ours is thrown away.
 * @param durable false skips waiting for the disk (throw-away databases)
 */
export async function initialise(place: Place, password: string, durable: boolean): Promise<void> {
  // The mark in the name tells a later start whether the program that made it still lives.
  const temporary = join(place.home, `${PREFIX}${ownMark()}.${randomBytes(4).toString('hex')}`);
  const { user } = place;
  try {
    mkdirSync(temporary, { mode: 0o700 });
    const passwordFile = join(temporary, 'password');
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (user !== null) for (const path of [temporary, passwordFile]) chownSync(path, user.uid, user.gid);
    await runInitdb(place, join(temporary, 'data'), passwordFile, durable);
    chmodSync(join(temporary, 'data'), 0o700);
    renameSync(join(temporary, 'data'), place.dataPath);
    syncFolder(place.home);
  } catch (error) {
    if (!isDatabase(place.dataPath)) throw error;
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Removes what interrupted first starts left behind; never what a live program is using. */
export async function removeLeftovers(home: string, log: (message: string) => void): Promise<void> {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(PREFIX)) continue;
    const mark = name.slice(PREFIX.length).split('.')[0] ?? '';
    if (isMarkAlive(mark)) continue;
    const path = join(home, name);
    try {
      // initdb outlives a killed program; it works for nobody now.
      for (const info of listProcesses()) {
        if (info.command.includes(`${path}/`)) signal(info.pid, 'SIGKILL');
      }
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    } catch (error) {
      // It only takes up room, so it is no reason not to start.
      log(`Could not remove ${path}, left behind by an interrupted start: ${String(error)}`);
    }
  }
}

async function runInitdb(
  place: Place,
  dataPath: string,
  passwordFile: string,
  durable: boolean,
): Promise<void> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(
    join(place.binaries.folder, 'bin/initdb'),
    [
      '-D',
      dataPath,
      '-U',
      SUPERUSER,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Without these the encoding follows LANG, and is SQL_ASCII where there is none.
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(durable ? [] : ['--no-sync']),
      '--no-instructions',
      ...settings,
    ],
    { ...spawnOptions(place.user), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-4000);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code === 0) return;
  const words = output
    .split('\n')
    .filter((line) => /error|fatal|could not|invalid/i.test(line))
    .join(' ');
  throw new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL could not make a new database in ${place.dataPath} (initdb, exit code ${code}): ` +
      (words === '' ? output.trim().slice(-500) : words),
  );
}

/** Makes the renaming survive a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
