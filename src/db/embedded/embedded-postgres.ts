import { setTimeout as sleep } from 'node:timers/promises';
import { type Admin, connect, type Connection, takeLock } from './lock.ts';
import { isPostmaster, killOrphans, readPostmasterFile, stopServer } from './postmaster.ts';
import { waitUntil } from './processes.ts';
import { announceProgram, retractProgram } from './running.ts';
import { boundServerLog, serverLogTail } from './server-log.ts';
import { explain } from './errors.ts';
import { bringUp, bringUpAgain, type LockedServer, type StartOptions } from './start.ts';

type EmbeddedPostgresOptions = StartOptions & {
  /** for running.json; default the system's clock */
  now?: () => Date;
  /** Starts a server that dies again, until it has died so often in so many ms. Default: never */
  restart?: RestartLimit;
};

type RestartLimit = { deaths: number; withinMs: number };

/** How a server was lost: `message` is a sentence with its last words. */
type Loss = { code: number | null; logTail: string; message: string };

export type EmbeddedPostgres = {
  /** How to connect as the server's superuser, over the socket in `host`: for roles and migration only. */
  admin: Admin;
  /** 'adopted': a server left over by a killed program was taken over */
  origin: 'started' | 'adopted';
  /** the server's process number; another one after a restart */
  readonly pid: number;
  /** where PostgreSQL's data really is */
  dataPath: string;
  /** a sentence to print when that is not under the data folder */
  notice: string | null;
  /**
   * Resolves when the server is lost without stop(): it exited (`code` null after a signal or when unknown) and isn't
   * started again, or another program has taken the lock. Never rejects; stays open after stop().
   */
  exited: Promise<Loss>;
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
  const { place } = server;
  announceProgram(place.dataDir, (options.now ?? (() => new Date()))());
  const timer = setInterval(() => boundServerLog(place), LOG_CHECK_MS).unref();

  const state: GuardState = { server, stopping: false, restarting: null };
  const exited = guard(state, options).then(async (end) => {
    clearInterval(timer);
    return end;
  });

  const stop = async (): Promise<void> => {
    state.stopping = true;
    clearInterval(timer);
    // While the server goes down a second program cannot lock it, so the lock needs no earlier release.
    await stopServer(state.server.pid, place);
    if (state.restarting) {
      // Whatever has been started meanwhile, also after this look.
      const pid = readPostmasterFile(place)?.pid;
      if (pid !== undefined) await stopServer(pid, place);
      await state.restarting;
      await stopServer(state.server.pid, place);
    }
    await state.server.lock.close();
    retractProgram(place.dataDir);
  };
  let stopped: Promise<void> | undefined;

  return {
    admin: server.admin,
    origin: server.spawned === null ? 'adopted' : 'started',
    get pid() {
      return state.server.pid;
    },
    dataPath: place.dataPath,
    notice: place.notice,
    exited,
    stop: () => (stopped ??= stop()),
  };
}

type GuardState = {
  server: LockedServer;
  stopping: boolean;
  restarting: Promise<LockedServer | null> | null;
};

const never = (): Promise<never> => new Promise(() => {});
const RETRY_PAUSE_MS = 500;

/**
 * Watches the lock's connection. When it breaks the server has restarted itself after one of its children crashed, and
 * the lock is taken again, or it is gone, and is started again. Resolves when it is lost for good; never when stopping.
 */
async function guard(state: GuardState, options: EmbeddedPostgresOptions): Promise<Loss> {
  const deaths: number[] = [];
  for (;;) {
    const { server } = state;
    server.lock.unref();
    await server.lock.ended;
    if (state.stopping) return never();
    const next = await lockAgain(server, state);
    if (state.stopping) return never();
    if (next === 'taken') {
      const message = 'Another program started using the database while the connection was broken.';
      return { code: null, logTail: message, message };
    }
    if (next !== 'gone') {
      state.server = { ...server, lock: next };
      continue;
    }
    const loss = await lossOf(server);
    if (state.stopping) return never();
    state.restarting = startAgain(state, { loss, deaths, options });
    const again = await state.restarting;
    if (state.stopping) return never();
    if (again === null) return loss;
    state.restarting = null;
  }
}

/** Makes sure that nothing of a dead server is left. */
async function lossOf({ place, pid, spawned }: LockedServer): Promise<Loss> {
  await killOrphans(place);
  await waitUntil(() => spawned === null || spawned.hasExited(), 1000);
  const code = spawned?.hasExited() === true ? await spawned.exited : null;
  const logTail = serverLogTail(place) || `The process ${pid} left no message.`;
  return { code, logTail, message: `The database stopped unexpectedly. It last said: ${logTail}` };
}

/** @returns the server, which is the state's by then; null when it has died too often, and `loss` says so */
async function startAgain(
  state: GuardState,
  { loss, deaths, options }: { loss: Loss; deaths: number[]; options: EmbeddedPostgresOptions },
): Promise<LockedServer | null> {
  if (!options.restart) return null;
  const { deaths: most, withinMs } = options.restart;
  const began = performance.now();
  options.log('The database stopped; starting it again.');
  while (!state.stopping) {
    const now = performance.now();
    deaths.push(now);
    while (deaths[0] !== undefined && deaths[0] <= now - withinMs) deaths.shift();
    if (deaths.length >= most) {
      loss.message = `The database stopped ${deaths.length} times in ${withinMs / 1000} s. Its last words: ${loss.logTail}`;
      return null;
    }
    try {
      state.server = await bringUpAgain(state.server, options);
      options.log(`The database is back after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
      return state.server;
    } catch (error) {
      // A start that fails counts as a death.
      loss.logTail = explain(error, options.dataDir).message;
      await sleep(RETRY_PAUSE_MS);
    }
  }
  return null;
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
