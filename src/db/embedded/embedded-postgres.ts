import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, connect, type Connection, takeLock } from './lock.ts';
import { isPostmaster, killOrphans, stopServer } from './postmaster.ts';
import { waitUntil } from './processes.ts';
import { announceProgram, retractProgram } from './running.ts';
import { boundServerLog, serverLogTail } from './server-log.ts';
import { explain } from './errors.ts';
import { bringUp, type LockedServer, type StartOptions } from './start.ts';

export type EmbeddedPostgresOptions = StartOptions & {
  /** for running.json; default the system's clock */
  now?: () => Date;
};

export type EmbeddedPostgres = {
  /** How to connect as the server's superuser, over the socket in `host`: for roles and migration only. */
  admin: Admin;
  /** 'adopted': a server left over by a killed program was taken over */
  origin: 'started' | 'adopted';
  /** the server's process number */
  pid: number;
  /** where PostgreSQL's data really is */
  dataPath: string;
  /** a sentence to print when that is not under the data folder */
  notice: string | null;
  /**
   * Resolves when the server is lost without stop(): it exited (`code` null after a signal or when unknown), or
   * another program has taken the lock. Never rejects; stays open after stop().
   */
  exited: Promise<{ code: number | null; logTail: string }>;
  /** Stops the server, started or adopted, and leaves no process behind. Takes 3 s at most unless it is stuck. */
  stop(): Promise<void>;
};

const LOG_CHECK_MS = 60_000;

/**
 * Starts the program's own PostgreSQL on `<dataDir>/postgres` (made when missing), or takes over one that a
 * killed program left running, and locks it for this program. A program that ends without stop() leaves the
 * server running; the next start takes it over.
 * @throws EmbeddedPostgresError with one clear sentence
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await bringUp(options).catch((error: unknown) => {
    throw explain(error, options.dataDir);
  });
  const { place, pid } = server;
  announceProgram(place.dataDir, (options.now ?? (() => new Date()))());
  const timer = setInterval(() => boundServerLog(place), LOG_CHECK_MS).unref();

  const state: GuardState = { lock: server.lock, stopping: false };
  const exited = guard(server, state).then(async (end) => {
    clearInterval(timer);
    return end;
  });

  const stop = async (): Promise<void> => {
    state.stopping = true;
    clearInterval(timer);
    // While the server goes down a second program cannot lock it, so the lock needs no earlier release.
    await stopServer(pid, place);
    await state.lock.close();
    retractProgram(place.dataDir);
  };
  let stopped: Promise<void> | undefined;

  return {
    admin: server.admin,
    origin: server.spawned === null ? 'adopted' : 'started',
    pid,
    dataPath: place.dataPath,
    notice: place.notice,
    exited,
    stop: () => (stopped ??= stop()),
  };
}

type GuardState = { lock: Connection; stopping: boolean };

/**
 * Watches the lock's connection. When it breaks the server is either gone, or has restarted itself after one of
 * its children crashed: then the lock is taken again. Resolves when the server is lost; never when stopping.
 */
async function guard(
  server: LockedServer,
  state: GuardState,
): Promise<{ code: number | null; logTail: string }> {
  const { place, pid, spawned } = server;
  for (;;) {
    state.lock.unref();
    await state.lock.ended;
    if (state.stopping) return new Promise(() => {});
    const next = await lockAgain(server, state);
    if (state.stopping) return new Promise(() => {});
    if (next === 'taken') {
      return {
        code: null,
        logTail: 'Another program has taken over the database while the connection was broken.',
      };
    }
    if (next === 'gone') break;
    state.lock = next;
  }
  await killOrphans(place);
  await waitUntil(() => spawned === null || spawned.hasExited(), 1000);
  const code = spawned?.hasExited() === true ? await spawned.exited : null;
  return { code, logTail: serverLogTail(place) || `The process ${pid} left no message.` };
}

async function lockAgain(
  { place, pid, admin }: LockedServer,
  state: GuardState,
): Promise<Connection | 'gone' | 'taken'> {
  for (;;) {
    if (state.stopping || !isPostmaster(pid, place)) return 'gone';
    const answer = await connect(admin);
    if (answer.state === 'connected') {
      const taken = await takeLock(answer.connection, 2000).catch(() => null);
      if (taken === true) return answer.connection;
      await answer.connection.close();
      if (taken === false) return 'taken';
    }
    await sleep(100, undefined, { ref: false });
  }
}
