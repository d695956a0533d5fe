import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from './errors.ts';
import { PORT } from './postmaster.ts';

/** How to reach a server as its superuser. */
export type Admin = { host: string; port: number; user: string; password: string };

export type Connection = {
  client: Client;
  /** resolves when the connection ends, on either side */
  ended: Promise<void>;
  /** lets the program exit although the connection is open */
  unref(): void;
  close(): Promise<void>;
};

/**
 * What a try to connect came to. `starting`: the server answers, but is starting up or shutting down.
 * `denied`: it does not know our password. `silent`: nobody answers.
 */
export type Answer =
  | { state: 'connected'; connection: Connection }
  | { state: 'starting' | 'denied' | 'silent'; error: unknown };

/** Milliseconds until a server that accepts but says nothing counts as silent. */
const CONNECT_LIMIT_MS = 3000;

/** Connects once. Never throws. */
export async function connect(admin: Admin): Promise<Answer> {
  const socket = new Socket();
  const client = new Client({
    ...admin,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    // Shown to a second program that finds the lock taken.
    application_name: `${APPLICATION}${process.pid}`,
    // Given so that PGOPTIONS of the surroundings has no say.
    options: '-c statement_timeout=0 -c idle_session_timeout=0',
    stream: () => socket,
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.on('error', () => {}); // always followed by 'end'
  client.once('end', resolve);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    const code = errorCode(error);
    // 57P03 cannot_connect_now, 53300 too_many_connections; class 28: invalid authorisation.
    if (code === '57P03' || code === '53300') return { state: 'starting', error };
    return { state: code.startsWith('28') ? 'denied' : 'silent', error };
  }
  const close = async (): Promise<void> => {
    // A server that has stopped answering would never say goodbye.
    await Promise.race([client.end().catch(() => {}), sleep(1000, undefined, { ref: false })]);
    socket.destroy();
  };
  return { state: 'connected', connection: { client, ended, unref: () => socket.unref(), close } };
}

export function adminOf(socketDir: string, user: string, password: string): Admin {
  return { host: socketDir, port: PORT, user, password };
}

const APPLICATION = 'bellwire program ';

/** 'Bell', 1. Advisory locks belong to a database: always taken in `postgres`, far from the application's own. */
const LOCK_KEY = [0x42656c6c, 1];

/**
 * Takes the lock that says "a program uses this database"; the server releases it when the connection goes, so
 * it can never outlive the program. A program killed just now may still seem to hold it for a moment.
 * @param patienceMs how long to try
 */
export async function takeLock(connection: Connection, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const result = await connection.client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock($1, $2) as taken',
      LOCK_KEY,
    );
    if (result.rows[0]?.taken === true) return true;
    if (performance.now() >= deadline) return false;
    await sleep(50);
  }
}

/** The process number of the program that holds the lock, as that program gave it; null when unknown. */
export async function lockHolder(connection: Connection): Promise<number | null> {
  const result = await connection.client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2`,
    LOCK_KEY,
  );
  const name = result.rows[0]?.name ?? '';
  const pid = Number.parseInt(name.slice(APPLICATION.length), 10);
  return name.startsWith(APPLICATION) && pid > 0 ? pid : null;
}
