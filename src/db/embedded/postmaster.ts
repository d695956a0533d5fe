import { spawn } from 'node:child_process';
import { closeSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import type { Place } from './place.ts';
import { isNumberTaken, listProcesses, readProcess, signal, waitUntil } from './processes.ts';
import { openServerLog } from './server-log.ts';
import { spawnOptions } from './server-user.ts';

/** The name of the file's port is part of the socket's; nothing listens on the network. */
export const PORT = 5432;

/**
 * What postmaster.pid says about the server that uses the data. `socketDir` may differ from what we would
 * choose; `isReady` is false while the server starts or stops.
 */
type PostmasterFile = { pid: number; socketDir: string | null; isReady: boolean };

/** Reads postmaster.pid; null when there is none, pid 0 when it holds no number. */
export function readPostmasterFile(place: Place): PostmasterFile | null {
  return readLockFile(pidFile(place));
}

function readLockFile(path: string): PostmasterFile | null {
  try {
    const lines = readFileSync(path, 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    // [3] is the port, [4] the socket's folder (written a moment after the pid), [7] the state.
    const socketDir = lines[3] === String(PORT) && lines[4]?.startsWith('/') ? lines[4] : null;
    return { pid: Number.isNaN(pid) ? 0 : Math.abs(pid), socketDir, isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Whether this process is a PostgreSQL server on the place's data. */
export function isPostmaster(pid: number, place: Place): boolean {
  const command = readProcess(pid)?.command;
  return command !== undefined && isServerOn(place, command);
}

const isServerOn = (place: Place, command: string): boolean =>
  `${command} `.includes(`/postgres -D ${place.dataPath} `);

/**
 * Removes the lock files, of the data and of the socket, that name no server of ours. PostgreSQL itself takes
 * over those of a dead process, safely; the other cases it leaves to people: an empty file (a power failure), a
 * number given to another process, a zombie that nobody collects (a container without an init).
 */
export async function removeStaleLockFiles(place: Place): Promise<void> {
  for (const path of [pidFile(place), join(place.socketDir, `.s.PGSQL.${PORT}.lock`)]) {
    const isStale = (): boolean => {
      const pid = readLockFile(path)?.pid;
      return pid !== undefined && (pid === 0 || (isNumberTaken(pid) && !isPostmaster(pid, place)));
    };
    if (!isStale()) continue;
    await sleep(300); // or a server that is just starting has not yet written its number or become postgres
    if (isStale()) rmSync(path, { force: true });
  }
}

const pidFile = (place: Place): string => join(place.dataPath, 'postmaster.pid');

/**
 * `pid` is undefined when the program could not be started at all; `exited` then resolves at once.
 * `exited` gives the exit code, null after a signal.
 */
export type SpawnedServer = {
  pid: number | undefined;
  exited: Promise<number | null>;
  hasExited: () => boolean;
};

/** Servers that this process has started and that still run, whether they answer yet or not. */
const running = new Set<number>();

/** Tells them to stop, and waits for nothing: for a program that has to end at once, in the middle of a start too. */
export function tellSpawnedToStop(): void {
  for (const pid of running) signal(pid, 'SIGINT');
}

/** Starts the server without waiting until it answers. */
export function spawnServer(place: Place, durable: boolean): SpawnedServer {
  const log = openServerLog(place);
  const settings = {
    listen_addresses: '',
    port: String(PORT),
    // A list: quoted, since a path may hold a comma.
    unix_socket_directories: `"${place.socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: place.clusterName,
    log_destination: 'stderr',
    logging_collector: 'off',
    // After a crash the data is written to the disk at once, not file by file: a thousand fsyncs are seconds.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  try {
    const child = spawn(
      join(place.binaries.folder, 'bin/postgres'),
      [
        '-D',
        place.dataPath,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...spawnOptions(place.user),
        // A session of its own: a terminal's Ctrl-C would otherwise stop the database before the program has
        // finished its work.
        detached: true,
        stdio: ['ignore', log, log],
      },
    );
    child.unref();
    let over = false;
    const { promise, resolve } = Promise.withResolvers<number | null>();
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const finish = (code: number | null): void => {
      over = true;
      if (pid !== undefined) running.delete(pid);
      resolve(code);
    };
    child.once('exit', finish);
    child.once('error', () => finish(null));
    return { pid, exited: promise, hasExited: () => over };
  } finally {
    closeSync(log);
  }
}

/** Milliseconds for each way of stopping, from polite to final. */
const PATIENCE_MS = { fast: 3000, immediate: 4000, kill: 3000 };

/**
 * Stops a server and everything that belongs to it: a fast shutdown, after 3 s an immediate one (the next
 * start recovers from the log), at last the kernel's. Returns when no process is left, after at most about 13 s.
 */
export async function stopServer(pid: number, place: Place): Promise<void> {
  const isGone = (): boolean => !isPostmaster(pid, place);
  const steps = [
    ['SIGINT', PATIENCE_MS.fast],
    ['SIGQUIT', PATIENCE_MS.immediate],
    ['SIGKILL', PATIENCE_MS.kill],
  ] as const;
  for (const [name, patience] of steps) {
    // Checked before each signal: the number may have gone to another process.
    if (isGone() || !signal(pid, name) || (await waitUntil(isGone, patience))) break;
  }
  await killOrphans(place);
}

/**
 * Ends the server's children that outlived it. They end by themselves once they notice, but one that computes
 * or is held up keeps the shared memory, and with it the next start, waiting.
 */
export async function killOrphans(place: Place): Promise<void> {
  const title = `postgres: ${place.clusterName}: `;
  const orphans = (): number[] => {
    const processes = listProcesses();
    if (processes.some((info) => isServerOn(place, info.command))) return [];
    return processes.filter((info) => `${info.command} `.startsWith(title)).map((info) => info.pid);
  };
  if (await waitUntil(() => orphans().length === 0, 500)) return;
  for (const pid of orphans()) signal(pid, 'SIGKILL');
  await waitUntil(() => orphans().length === 0, PATIENCE_MS.kill);
}

/**
 * Gives the superuser a new password without the old one, through the server's single-user mode. The server
 * must not be running.
 * @throws EmbeddedPostgresError 'start_failed'
 */
export async function resetPassword(place: Place, role: string, password: string): Promise<void> {
  const child = spawn(
    join(place.binaries.folder, 'bin/postgres'),
    ['--single', '-D', place.dataPath, 'postgres'],
    { ...spawnOptions(place.user), stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-2000);
  });
  child.stdin.on('error', () => {}); // it ended without reading; its exit code and words say why
  child.stdin.end(`ALTER ROLE ${role} PASSWORD '${password}'\n`);
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const code = await promise;
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(errors)) {
    throw new EmbeddedPostgresError(
      'start_failed',
      `The password of the database in ${place.dataPath} was lost and could not be set anew: ${errors.trim()}`,
    );
  }
}
