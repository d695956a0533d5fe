import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { initialise, removeLeftovers, SUPERUSER } from './initialise.ts';
import { type Admin, adminOf, connect, type Connection, lockHolder, takeLock } from './lock.ts';
import { loadPassword } from './password.ts';
import { findPlace, type Place } from './place.ts';
import {
  isPostmaster,
  killOrphans,
  readPostmasterFile,
  removeStaleLockFiles,
  resetPassword,
  type SpawnedServer,
  spawnServer,
  stopServer,
} from './postmaster.ts';
import { readRunningProgram } from './running.ts';
import { boundServerLog, serverLogSize, serverLogTail } from './server-log.ts';
import { SERVER_USERS } from './server-user.ts';

export type StartOptions = {
  dataDir: string;
  /** told what may take long or surprises; one sentence each */
  log: (message: string) => void;
  /** false: no waiting for the disk; only for databases that are thrown away. Default true */
  durable?: boolean;
  /** where programs and data go when the server's user cannot reach them; default /var/lib/bellwire */
  relocationRoot?: string;
  /** whom to run the server as when the program is root: the first that exists; default bellwire, postgres, nobody */
  serverUsers?: readonly string[];
  /** milliseconds after which a left-over server that does not answer is stopped; default 8000 */
  unresponsiveAfterMs?: number;
};

/** A server that answers, locked for this program. `spawned` is null when it was found running. */
export type LockedServer = {
  place: Place;
  admin: Admin;
  pid: number;
  spawned: SpawnedServer | null;
  lock: Connection;
};

/** Where binaries and data go when the server's user cannot reach the data folder. */
export const RELOCATION_ROOT = '/var/lib/bellwire';

/** Milliseconds for: a killed program's connection to vanish, our own server's first word, and crash recovery. */
const LOCK_PATIENCE_MS = 2000;
const FIRST_WORD_MS = 60_000;
const RECOVERY_MS = 10 * 60_000;

/**
 * Finds or makes the database, finds or starts its server, and locks it for this program.
 * There is no lock around the start itself: each step is one that only one program can win (the renaming of new
 * data, PostgreSQL's own postmaster.pid, the lock), and who loses one goes round again and finds the winner's.
 * @throws EmbeddedPostgresError
 */
export async function bringUp(options: StartOptions): Promise<LockedServer> {
  const place = await findPlace({
    relocationRoot: RELOCATION_ROOT,
    serverUsers: SERVER_USERS,
    ...withoutUndefined(options),
  });
  return serve(place, options);
}

/**
 * Restarts a server that has died, on the same data and the same socket, so that its address stays valid.
 * @throws EmbeddedPostgresError
 */
export const bringUpAgain = (
  { place, admin }: Pick<LockedServer, 'place' | 'admin'>,
  options: StartOptions,
): Promise<LockedServer> => serve({ ...place, hasData: true, socketDir: admin.host }, options);

async function serve(place: Place, options: StartOptions): Promise<LockedServer> {
  const durable = options.durable ?? true;
  await removeLeftovers(place.home, options.log);
  const password = loadPassword(place.dataDir);
  let passwordIsLost = place.hasData && password.isNew;
  if (!place.hasData) await initialise(place, password.text, durable);
  boundServerLog(place);

  let failure = '';
  for (let round = 0; round < 6; round += 1) {
    const found = await findServer(place, password.text);
    if (found === null && passwordIsLost) {
      await resetPassword(place, SUPERUSER, password.text);
      options.log(`The database's password was set anew for ${place.dataPath}.`);
      passwordIsLost = false;
    }
    const logStart = serverLogSize(place);
    const spawned = found === null ? spawnServer(place, durable) : null;
    const pid = found?.pid ?? spawned?.pid;
    const admin = adminOf(found?.socketDir ?? place.socketDir, SUPERUSER, password.text);
    const isUp = (): boolean =>
      spawned ? !spawned.hasExited() : pid !== undefined && isPostmaster(pid, place);
    // Another program may have started it just now, on a slow machine: then it is no left-over.
    const patienceMs = found?.isReady === true ? (options.unresponsiveAfterMs ?? 8000) : FIRST_WORD_MS;
    const answer = await waitForAnswer(admin, isUp, patienceMs, options.log);

    if (pid !== undefined && typeof answer === 'object') {
      const holder = await lockOrHolder(answer);
      if (holder === 'locked') return { place, admin, pid, spawned, lock: answer };
      await answer.close();
      if (holder === 'broken') continue; // its program is just stopping it
      throw alreadyRunning(place, holder);
    }
    if (answer === 'exited') {
      if (spawned === null) continue; // it was on its way out; now there is none
      failure = serverLogTail(place, 2000, logStart);
      // Another program's server was faster, or an old server's children still hold the shared memory.
      if (/lock file .* (already exists|is empty)/.test(failure)) await sleep(100);
      else if (/shared memory block/.test(failure)) await killOrphans(place);
      else break;
      continue;
    }
    // It does not answer, or not to us. A live program may be about to get it out of that state.
    if (readRunningProgram(place.dataDir) !== null) throw alreadyRunning(place, null);
    passwordIsLost ||= answer === 'denied';
    options.log(
      answer === 'denied'
        ? 'The database does not accept the password kept for it; it is stopped to set that anew.'
        : 'A database server left over by an earlier run does not answer; it is stopped and started anew.',
    );
    if (pid !== undefined) await stopServer(pid, place);
  }
  throw new EmbeddedPostgresError(
    'start_failed',
    `PostgreSQL did not start on ${place.dataPath}. Its last words: ${failure === '' ? '(none)' : failure}`,
  );
}

/** Takes the lock, or says who has it (null: unknown), or that the connection broke meanwhile. */
async function lockOrHolder(connection: Connection): Promise<'locked' | 'broken' | number | null> {
  try {
    return (await takeLock(connection, LOCK_PATIENCE_MS)) ? 'locked' : await lockHolder(connection);
  } catch {
    return 'broken';
  }
}

type FoundServer = { pid: number; socketDir: string; isReady: boolean };

/** The server that runs on the data, if any; clears away the traces of one that is no more. */
async function findServer(place: Place, password: string): Promise<FoundServer | null> {
  const file = readPostmasterFile(place);
  if (file === null) {
    await removeStaleLockFiles(place);
    return null;
  }
  const socketDir = file.socketDir ?? place.socketDir;
  if (isPostmaster(file.pid, place)) return { ...file, socketDir };

  // No such process here. A server in another container that shares the folder would still answer.
  const answer = await connect(adminOf(socketDir, SUPERUSER, password));
  if (answer.state === 'connected') await answer.connection.close();
  if (answer.state !== 'silent') {
    throw new EmbeddedPostgresError(
      'already_running',
      `A PostgreSQL server that is not visible from here, perhaps in another container, already runs on ` +
        `${place.dataPath}: stop it first, or choose another data folder.`,
    );
  }
  await removeStaleLockFiles(place);
  return null;
}

/**
 * Waits until the server lets us in.
 * @param isUp whether its process still runs
 * @param patienceMs how long it may say nothing at all
 */
async function waitForAnswer(
  admin: Admin,
  isUp: () => boolean,
  patienceMs: number,
  log: (message: string) => void,
): Promise<Connection | 'exited' | 'denied' | 'stuck'> {
  const begin = performance.now();
  let lastWord = begin;
  let nextReport = begin + 5000;
  let pause = 10;
  for (;;) {
    const answer = await connect(admin);
    if (answer.state === 'connected') return answer.connection;
    if (!isUp()) return 'exited';
    if (answer.state === 'denied') return 'denied';
    const now = performance.now();
    if (answer.state === 'starting') lastWord = now;
    if (now - lastWord > patienceMs || now - begin > RECOVERY_MS) return 'stuck';
    if (now > nextReport) {
      log(`Waiting for PostgreSQL (${Math.round((now - begin) / 1000)} s): ${reason(answer.error)}`);
      nextReport = now + 5000;
    }
    await sleep(pause);
    pause = Math.min(pause * 1.5, 250);
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function alreadyRunning(place: Place, holder: number | null): EmbeddedPostgresError {
  const running = readRunningProgram(place.dataDir);
  const pid = holder ?? running?.pid ?? null;
  const url = running?.pid === pid ? running?.url : undefined;
  const who = [pid === null ? null : `process ${pid}`, url]
    .filter((word) => typeof word === 'string')
    .join(', ');
  return new EmbeddedPostgresError(
    'already_running',
    `Bellwire is already running on the data folder ${place.dataDir}${who === '' ? '' : ` (${who})`}: ` +
      'stop it first, or choose another data folder.',
  );
}

/** So that an option given as undefined does not hide a default. */
function withoutUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}
